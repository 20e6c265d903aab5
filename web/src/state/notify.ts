import { settings } from "./settings.svelte";

/**
 * Notifications of the device while this page is in the background. On plain HTTP, and in some browsers, there are
 * none.
 */
export const canNotify = (): boolean => typeof Notification === "function" && isSecureContext;

/** Whether it is wanted and allowed. */
export const notifies = (): boolean => canNotify() && settings.notify && Notification.permission === "granted";

/** Asks for permission when a notification is first useful, and only after a press. True if it is granted. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  settings.notify = (await Notification.requestPermission()) === "granted";
  return settings.notify;
}

export function notify(title: string, body: string, tag: string): void {
  if (!notifies() || !(document.hidden || !document.hasFocus())) return;
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => (focus(), notification.close());
  } catch {
    // Phones need a service worker for it: there the sound and the title have to do.
  }
}
