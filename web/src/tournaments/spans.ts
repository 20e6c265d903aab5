import { t } from "../i18n/index.svelte";

/** A length of time in words: seconds below two minutes, whole minutes below two hours. */
export function spanWords(seconds: number): string {
  const words = t().tour.contest;
  if (seconds < 120) return words.seconds(Math.ceil(seconds));
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return words.minutes(minutes * 60);
  if (minutes < 48 * 60) return words.hours(Math.floor(minutes / 60), minutes % 60);
  return words.days(Math.round(minutes / 1_440));
}
