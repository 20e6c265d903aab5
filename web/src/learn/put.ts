/** Where a thing lies in a picture, and how large it is: as properties, since the page's policy allows no style in markup. */
export function put(node: HTMLElement | SVGElement, values: Record<string, number>) {
  const set = (values: Record<string, number>) => {
    for (const [name, value] of Object.entries(values)) node.style.setProperty(`--${name}`, `${value}`);
  };
  set(values);
  return { update: set };
}
