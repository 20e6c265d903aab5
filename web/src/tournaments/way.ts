import { roundTerms } from "./rounds";
import type { Tournament } from "./tournament.svelte";

/** The link to a tournament: its address, with the invite code after it if it needs one. */
export function wayTo(it: Tournament): { code: string | null; link: string } {
  const code = it.view?.invite_code ?? it.code;
  return { code, link: `${location.origin}/tournaments/${it.id}${code ? `#${encodeURIComponent(code)}` : ""}` };
}

/** A file for the calendar of the device. */
export function calendarOf(it: Tournament): Blob {
  const { options, id, created_at } = it.view!;
  const stamp = (time: string) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
  // A comma or a semicolon would end the value.
  const text = (value: string) => value.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, " ");
  const terms = roundTerms(options);
  const minutes = "holdem" in options.game ? options.game.holdem.minutes : (terms?.minutes ?? 60) * (terms?.rounds ?? 2);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Cardroom//Tournaments//EN",
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${stamp(created_at)}`,
    `DTSTART:${stamp(options.starts_at!)}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${text(options.name)}`,
    `URL:${wayTo(it).link}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return new Blob([lines.join("\r\n"), "\r\n"], { type: "text/calendar" });
}

/** Saves a file on the device. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
