import { settings } from "../state/settings.svelte";

export type Sound = "turn" | "card" | "chips" | "pass" | "bomb" | "win" | "few";

/** Notes as [frequency in Hz, start, length in seconds, loudness]; `noise` is paper on cloth. */
const notes: Record<Sound, { tones: [number, number, number, number][]; noise?: [number, number] }> = {
  turn: { tones: [[587, 0, 0.12, 0.12], [880, 0.1, 0.22, 0.1]] },
  card: { tones: [], noise: [0.05, 0.12] },
  chips: { tones: [[2400, 0, 0.03, 0.05], [2900, 0.04, 0.03, 0.04]], noise: [0.03, 0.05] },
  pass: { tones: [[220, 0, 0.08, 0.06]] },
  bomb: { tones: [[70, 0, 0.4, 0.25]], noise: [0.25, 0.2] },
  win: { tones: [[523, 0, 0.14, 0.08], [659, 0.1, 0.14, 0.08], [784, 0.2, 0.3, 0.08]] },
  few: { tones: [[740, 0, 0.1, 0.07], [740, 0.15, 0.1, 0.07]] },
};

let context: AudioContext | null = null;

// No sound before the first touch or key: browsers forbid it.
function wake(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

for (const sign of ["pointerup", "keydown"]) addEventListener(sign, wake);

export function play(sound: Sound): void {
  const wanted = settings.sounds === "all" || (settings.sounds === "turn" && sound === "turn");
  if (!context || !wanted || document.hidden) return;
  const { tones, noise } = notes[sound];
  const now = context.currentTime;
  for (const [frequency, start, length, loudness] of tones) {
    const tone = new OscillatorNode(context, { frequency, type: "triangle" });
    tone.connect(fading(context, now + start, length, loudness));
    tone.start(now + start);
    tone.stop(now + start + length);
  }
  if (noise) rustle(context, now, ...noise);
}

function fading(context: AudioContext, start: number, length: number, loudness: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  return gain;
}

function rustle(context: AudioContext, start: number, length: number, loudness: number): void {
  const buffer = new AudioBuffer({ length: context.sampleRate * length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2500 });
  source.connect(filter).connect(fading(context, start, length, loudness));
  source.start(start);
}

export function vibrate(...pattern: number[]): void {
  // A browser warns if a page vibrates before it was touched.
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
