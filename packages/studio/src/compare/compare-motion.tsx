import { Pause, Play, SkipBack } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { RunHistory } from "../run/history.js";
import type { Track } from "../scene/motion/track.js";
import { Checkbox, IconButton, Slider } from "../ui/index.js";
import "./compare-motion.css";
import { useCompare, type FoundComparison } from "./compare-store.js";

// three.js is large, and numbers are there before pictures.
const MotionView = lazy(() => import("../scene/motion-view.js").then((module) => ({ default: module.MotionView })));

export interface CompareMotionProps {
  readonly found: FoundComparison;
  readonly colourOf: (name: string) => string;
}

export function CompareMotion({ found, colourOf }: CompareMotionProps) {
  const hidden = useCompare((state) => state.hidden);
  const histories = useMemo(
    () =>
      found.motions.map(({ name, columns, rows }) => {
        const history = new RunHistory(columns);
        history.push(rows);
        return { name, history };
      }),
    [found],
  );
  const tracks = useMemo(
    () =>
      histories
        .filter(({ name }) => !hidden.has(name))
        .map(({ name, history }): Track => ({
          numbers: found.opened.numbers,
          flexible: found.opened.flexible,
          motion: history,
          colour: colourOf(name),
          opacity: 0.55,
          label: name,
        })),
    [histories, hidden, found, colourOf],
  );
  return (
    <section className="compare-motion" aria-label="Overlay of the motions">
      <header className="compare-motion-header">
        <h2>Overlay</h2>
        <div className="compare-motion-switches">
          {histories.map(({ name }) => (
            <Checkbox
              key={name}
              spoken={`Show ${name}`}
              label={
                <span className="compare-motion-label">
                  <span className="compare-motion-swatch" style={{ background: colourOf(name) }} />
                  {name}
                </span>
              }
              isSelected={!hidden.has(name)}
              onChange={(isShown) => useCompare.setState({ hidden: changed(hidden, name, !isShown) })}
            />
          ))}
        </div>
      </header>
      <div className="compare-motion-view">
        <Suspense fallback={null}>
          <Picture tracks={tracks} cuts={found.opened.cuts} />
        </Suspense>
      </div>
      <Transport found={found} />
    </section>
  );
}

function Picture({ tracks, cuts }: { readonly tracks: readonly Track[]; readonly cuts: readonly string[] }) {
  const t = useCompare((state) => state.t);
  return <MotionView tracks={tracks} t={t} cuts={cuts} label="Motions of all formulations, overlaid" />;
}

function Transport({ found }: { readonly found: FoundComparison }) {
  const t = useCompare((state) => state.t);
  const playing = useCompare((state) => state.playing);
  const times = found.comparison.t;
  const [first, last] = [times.at(0) ?? 0, times.at(-1) ?? 0];
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const next = useCompare.getState().t + (now - before) / 1000;
      before = now;
      useCompare.setState(next >= last ? { t: last, playing: false } : { t: next });
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, last]);
  const toggle = (): void =>
    useCompare.setState(({ t: now }) => ({ playing: !playing, t: !playing && now >= last ? first : now }));
  return (
    <div className="compare-motion-transport">
      <IconButton
        label="Back to the start"
        icon={<SkipBack />}
        onPress={() => useCompare.setState({ t: first, playing: false })}
      />
      <IconButton
        label={playing ? "Pause" : "Play"}
        icon={playing ? <Pause /> : <Play />}
        onPress={toggle}
        data-testid="compare-play"
      />
      <div className="compare-motion-slider">
        <Slider
          label="Time of the overlay"
          isLabelHidden
          value={Math.min(last, Math.max(first, t))}
          min={first}
          max={last}
          onChange={(time) => useCompare.setState({ t: time, playing: false })}
        />
      </div>
      <output className="compare-motion-time">{t.toFixed(3)} s</output>
    </div>
  );
}

function changed(set: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(name);
  else next.delete(name);
  return next;
}
