/** A device in two words, from its browser's user agent. */
export function deviceOf(agent: string): string {
  const browsers = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]] as const;
  const systems = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["CrOS", "ChromeOS"], ["Linux", "Linux"]] as const;
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1];
  const system = systems.find(([mark]) => agent.includes(mark))?.[1];
  return [browser, system].filter(Boolean).join(" · ") || agent.slice(0, 60);
}
