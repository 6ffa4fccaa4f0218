import { round, STRIP_LENGTH_MM, type Drawing } from './drawing.ts'

/** The widths of the closed chain and of the two tapes together, and the distance between teeth of one side. */
export const chains: Readonly<Record<string, { chain: number; tape: number; pitch: number }>> = {
  '#3': { chain: 4.5, tape: 27, pitch: 1.9 },
  '#5': { chain: 6, tape: 32, pitch: 2.5 },
  '#8': { chain: 7.5, tape: 36, pitch: 3.2 },
  '#10': { chain: 9.5, tape: 40, pitch: 3.9 },
}

/** A closed chain. The teeth of the two tapes mesh: the two sides are offset by half a pitch. */
export function drawChain({ chain, tape, pitch }: (typeof chains)[string]): Drawing {
  const middle = tape / 2
  const halfChain = chain / 2
  const drawDash = (y: number, thickness: number, share: number, offset = 0) => (
    <path
      d={`M0 ${round(y)}H${STRIP_LENGTH_MM}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={round(thickness)}
      strokeDasharray={`${round(pitch * share)} ${round(pitch * (1 - share))}`}
      strokeDashoffset={round((pitch * share) / 2 - offset)}
    />
  )
  /** The teeth of one side: bars from the edge of the tape, with heads between the heads of the other side. */
  const drawTeeth = (side: 1 | -1) => {
    const offset = side === 1 ? 0 : pitch / 2
    return (
      <>
        {drawDash(middle - side * halfChain * 0.6, halfChain * 0.8, 0.56, offset)}
        {drawDash(middle + side * halfChain * 0.05, halfChain * 0.5, 0.44, offset)}
      </>
    )
  }
  return {
    width: STRIP_LENGTH_MM,
    height: tape,
    reduction: 1,
    base: (
      <>
        <rect width={STRIP_LENGTH_MM} height={tape} fill="currentColor" />
        {/* The shade of the teeth on the tape. */}
        <rect y={round(middle - halfChain)} width={STRIP_LENGTH_MM} height={round(chain)} fillOpacity=".3" />
      </>
    ),
    metal: (
      <>
        {drawTeeth(1)}
        {drawTeeth(-1)}
      </>
    ),
    overlay: (
      <>
        <rect width={STRIP_LENGTH_MM} height={round(middle - halfChain)} fill="url(#weave)" />
        <rect
          y={round(middle + halfChain)}
          width={STRIP_LENGTH_MM}
          height={round(middle - halfChain)}
          fill="url(#weave)"
        />
        {/* The cords under the teeth, and the light along the bars. */}
        <path
          d={`M0 ${round(middle - halfChain - 0.5)}H${STRIP_LENGTH_MM}M0 ${round(middle + halfChain + 0.5)}H${STRIP_LENGTH_MM}`}
          stroke="#000"
          strokeOpacity=".22"
          strokeWidth=".9"
        />
        <path
          d={`M0 ${round(middle - halfChain * 0.92)}H${STRIP_LENGTH_MM}M0 ${round(middle + halfChain * 0.64)}H${STRIP_LENGTH_MM}`}
          stroke="#fff"
          strokeOpacity=".4"
          strokeWidth={round(halfChain * 0.1)}
        />
      </>
    ),
    measures: { chain, tape },
  }
}

/** A button with four holes. The holes are open. */
export function drawButton(diameter: number): Drawing {
  const radius = diameter / 2
  const holeRadius = 0.55 + diameter * 0.035
  const gap = 0.7 + diameter * 0.06
  const drawCircle = (x: number, y: number, r: number) =>
    `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`
  const holes = [-gap, gap]
    .flatMap((x) => [-gap, gap].map((y) => drawCircle(radius + x, radius + y, holeRadius)))
    .join('')
  return {
    width: diameter,
    height: diameter,
    reduction: 1,
    base: <path d={drawCircle(radius, radius, radius) + holes} fill="currentColor" fillRule="evenodd" />,
    overlay: (
      <>
        <path d={drawCircle(radius, radius, radius) + holes} fill="url(#dome)" fillRule="evenodd" />
        <circle
          cx={round(radius)}
          cy={round(radius)}
          r={round(radius * 0.74)}
          fill="none"
          stroke="#000"
          strokeOpacity=".18"
          strokeWidth={round(diameter * 0.03)}
        />
      </>
    ),
    measures: { diameter: round(diameter) },
  }
}
