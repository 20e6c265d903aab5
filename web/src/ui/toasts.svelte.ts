export interface Toast {
  id: number;
  text: string;
  /** The label of a button, and its action. */
  act?: { label: string; do: () => void };
}

let next = 0;
const shown: Toast[] = $state([]);

export function toasts(): Toast[] {
  return shown;
}

export function toast(text: string, act?: Toast["act"]): void {
  if (shown.some((other) => other.text === text)) return;
  const id = next++;
  shown.push({ id, text, act });
  if (shown.length > 2) shown.shift();
  if (!act) setTimeout(() => dismiss(id), 3_500);
}

export function dismiss(id: number): void {
  const at = shown.findIndex((toast) => toast.id === id);
  if (at >= 0) shown.splice(at, 1);
}
