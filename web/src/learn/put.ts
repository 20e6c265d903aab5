/**
 * The position and size of an element in a picture: as properties, because the page's policy allows no style in markup.
 */
export function put(node: HTMLElement | SVGElement, values: Record<string, number>) {
  const set = (values: Record<string, number>) => {
    for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, `${value}`);
  };
  set(values);
  return { update: set };
}
