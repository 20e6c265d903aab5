/**
 * What this device keeps between visits. If a browser forbids the store, or it is full, it is kept as long as the page
 * is open. Damaged data counts as absent.
 */
const unwritten = new Map<string, string>();

export function read(place: string): unknown {
  try {
    return JSON.parse(unwritten.get(place) ?? localStorage.getItem(place) ?? "null");
  } catch {
    return JSON.parse(unwritten.get(place) ?? "null");
  }
}

export function write(place: string, value: unknown): void {
  unwritten.delete(place);
  try {
    if (value === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    unwritten.set(place, JSON.stringify(value));
  }
}
