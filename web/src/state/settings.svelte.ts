import { read, write } from "./kept";

export interface Settings {
  language: "en" | "zh";
  theme: "system" | "light" | "dark";
  suits: "4" | "2";
  cards: 0 | 1 | 2;
  thumb: "right" | "left";
  amounts: "chips" | "blinds";
  holdAllIn: boolean;
  motion: "off" | "fast" | "normal";
  sounds: "off" | "turn" | "all";
  vibration: boolean;
  /** Notifications of the device while the page is in the background. */
  notify: boolean;
  /** The player's preferences, for the tables to come. */
  preferences: {
    pace: "normal" | "quick" | "at_once";
    auto_top_up: boolean;
    sit_out_next_big_blind: boolean;
    showdown: "ask" | "muck" | "show";
  };
}

const place = "cardroom.settings";

const first: Settings = {
  language: navigator.languages.some((language) => language.startsWith("zh")) ? "zh" : "en",
  theme: "system",
  suits: "4",
  cards: 1,
  thumb: "right",
  amounts: "chips",
  holdAllIn: true,
  motion: "normal",
  sounds: "turn",
  vibration: true,
  notify: false,
  preferences: { pace: "normal", auto_top_up: false, sit_out_next_big_blind: false, showdown: "ask" },
};

/** The stored settings, as far as they have the expected types. */
function kept(): Partial<Settings> {
  const isGood = ([name, value]: [string, unknown]) => typeof value === typeof first[name as keyof Settings];
  return Object.fromEntries(Object.entries(read(place) ?? {}).filter(isGood));
}

/** The settings of this device. The server does not know them. */
export const settings: Settings = $state({ ...first, ...kept() });

/** Stores the settings, and sets those that the style sheet needs. */
export function followSettings(): void {
  $effect(() => {
    write(place, settings);
    const { documentElement: root } = document;
    root.lang = settings.language === "zh" ? "zh-CN" : "en";
    if (settings.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.suits = settings.suits;
    root.dataset.thumb = settings.thumb;
    root.dataset.motion = settings.motion;
  });
}
