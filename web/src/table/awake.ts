/** Keeps the screen on until the answer is called, where there is a secure context. A page that was hidden asks again. */
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
      // A device that is low on power may refuse: then its screen goes dark as always.
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
