import { round, STRIP_LENGTH_MM, type Drawing } from './drawing.ts'

/** The widths of the closed chain and of the two tapes together, and the distance between teeth of one side. */
export const chains: Readonly<Record<string, { chain: number; tape: number; pitch: number }>> = {
  '#3': { chain: 4.5, tape: 27, pitch: 1.9 },
  '#5': { chain: 6, tape: 32, pitch: 2.5 },
  '#8': { chain: 7.5, tape: 36, pitch: 3.2 },
  '#10': { chain: 9.5, tape: 40, pitch: 3.9 },
}

/**
 * A closed chain with its slider at the top end. The teeth of the two tapes mesh: the two sides are offset by half a
 * pitch.
 */
export function drawChain({ chain, tape, pitch }: (typeof chains)[string]): Drawing {
  const middle = tape / 2
  const halfChain = chain / 2
  /** Bars across the chain, one for each tooth of a side. `offset` is the middle of the first one. */
  const drawBars = (y: number, height: number, share: number, offset: number, ink: object = metalInk) => (
    <path
      d={`M0 ${round(y)}H${STRIP_LENGTH_MM}`}
      fill="none"
      strokeWidth={round(height)}
      strokeDasharray={`${round(pitch * share)} ${round(pitch * (1 - share))}`}
      strokeDashoffset={round((pitch * share) / 2 - offset)}
      {...ink}
    />
  )
  /** The teeth of one side: bars from the edge of the tape, with heads between the heads of the other side. */
  const drawTeeth = (side: 1 | -1) => {
    const offset = side === 1 ? 0 : pitch / 2
    const bars = [middle - side * halfChain * 0.6, halfChain * 0.8] as const
    return (
      <>
        {drawBars(...bars, 0.6, offset)}
        {drawBars(middle + side * halfChain * 0.05, halfChain * 0.5, 0.4, offset)}
        {drawBars(...bars, 0.16, offset - pitch * 0.12, lightInk)}
        {drawBars(...bars, 0.12, offset + pitch * 0.24, shadeInk)}
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
        <rect width={STRIP_LENGTH_MM} height={tape} fill="url(#weave)" />
        {/* The gaps between the teeth, and the cords at both edges of the chain. */}
        <path d={`M0 ${round(middle)}H${STRIP_LENGTH_MM}`} {...shadeInk} strokeWidth={round(chain + 1.9)} />
        <path d={`M0 ${round(middle)}H${STRIP_LENGTH_MM}`} {...gapInk} strokeWidth={round(chain)} />
      </>
    ),
    metal: (
      <>
        {drawTeeth(1)}
        {drawTeeth(-1)}
        {drawSlider(chain, middle)}
      </>
    ),
    measures: { chain, tape },
  }
}

const metalInk = { stroke: 'currentColor' }
const lightInk = { stroke: '#fff', strokeOpacity: 0.4 }
const shadeInk = { stroke: '#000', strokeOpacity: 0.28 }
const gapInk = { stroke: '#000', strokeOpacity: 0.5 }

/** The slider over the chain, with its puller, in units of the chain. It widens to the end at which the tapes part. */
const drawSlider = (chain: number, middle: number) => (
  <g transform={`translate(${chain} ${middle})scale(${chain})`}>
    <path d={slider + puller} fillOpacity=".35" transform="translate(.1 .14)" />
    {[slider, puller].map((part) => (
      <g key={part} fillRule="evenodd">
        <path d={part} fill="currentColor" stroke="#000" strokeOpacity=".45" strokeWidth=".05" />
        <path d={part} fill={part === slider ? 'url(#dome)' : 'url(#satin)'} />
      </g>
    ))}
  </g>
)
const slider = 'M0-.5Q0-1 .5-.98L1.5-.74Q2.1-.6 2.1 0Q2.1.6 1.5.74L.5.98Q0 1 0 .5z'
const puller = 'M1-.36L4.3-.5Q4.9-.5 4.9 0Q4.9.5 4.3.5L1 .36zM4 0a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0z'

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
