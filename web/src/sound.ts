let context: AudioContext | null = null;

/** Two soft tones: it is your move. */
export function chime(): void {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [at, pitch] of [
    [0, 587],
    [0.16, 784],
  ] as const) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, currentTime + at);
    volume.gain.linearRampToValueAtTime(0.12, currentTime + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + at + 0.34);
    tone.connect(volume).connect(destination);
    tone.start(currentTime + at);
    tone.stop(currentTime + at + 0.36);
  }
}
