/**
 * Keeps the screen on until the returned function is called, if there is a secure context. A page that was hidden asks
 * again.
 */
export function keepAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => {};
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function ask() {
    if (document.hidden || isOver) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (isOver) void lock.release();
    } catch {
      // A device with little power may refuse: then its screen turns off as usual.
    }
  }

  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
