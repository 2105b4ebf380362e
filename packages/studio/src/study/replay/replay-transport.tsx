import { Pause, Play, Repeat, SkipBack } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton, Select, Slider } from "../../ui/index.js";

interface TransportProps {
  readonly t: number;
  readonly end: number;
  readonly onTime: (t: number) => void;
}

const speeds = [0.1, 0.25, 0.5, 1, 2, 5];

/** Plays, scrubs and loops a finished motion; a new one starts automatically. */
export function ReplayTransport({ t, end, onTime }: TransportProps) {
  const [isPlaying, setPlaying] = useState(true);
  const [isLooping, setLooping] = useState(false);
  const [speed, setSpeed] = useState(1);
  const now = useRef(t);
  useEffect(() => {
    now.current = t;
  }, [t]);
  // A new motion begins at its start.
  useEffect(() => onTime(0), [onTime]);
  useEffect(() => {
    if (!isPlaying || end === 0) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function tick(at: number) {
      const passed = Math.min(0.1, Math.max(0, (at - last) / 1000)) * speed;
      last = at;
      const next = now.current + passed;
      if (next < end) now.current = next;
      else if (isLooping) now.current = 0;
      else {
        now.current = end;
        setPlaying(false);
      }
      onTime(now.current);
      if (next < end || isLooping) frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isLooping, speed, end, onTime]);
  const toggle = (): void => {
    if (!isPlaying && t >= end) onTime(0);
    setPlaying(!isPlaying);
  };
  const scrub = (to: number): void => {
    setPlaying(false);
    onTime(to);
  };
  return (
    <div className="replay-transport" role="group" aria-label="Replay controls">
      <IconButton label="To the start" icon={<SkipBack />} onPress={() => onTime(0)} />
      <IconButton
        label={isPlaying ? "Pause the replay" : "Play the replay"}
        icon={isPlaying ? <Pause /> : <Play />}
        onPress={toggle}
        data-testid="replay-play"
      />
      <Slider
        label="Replay time"
        isLabelHidden
        value={t}
        min={0}
        max={Math.max(end, 1e-9)}
        unit="s"
        onChange={scrub}
        data-testid="replay-time"
      />
      <span className="replay-time">{t.toFixed(2)} s</span>
      <Select
        label="Playback speed"
        isLabelHidden
        value={String(speed)}
        options={speeds.map((each) => ({ id: String(each), label: `${each}×` }))}
        onChange={(id) => setSpeed(Number(id))}
      />
      <IconButton label="Loop" icon={<Repeat />} isPressed={isLooping} onPress={() => setLooping(!isLooping)} />
    </div>
  );
}
