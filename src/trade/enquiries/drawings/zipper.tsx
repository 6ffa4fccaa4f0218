import { Fragment } from 'react'
import { paints, round, STRIP_LENGTH_MM, type Drawing } from './drawing.ts'

/** The widths of the closed chain and of the two tapes together, and the distance between teeth of one side. */
export const chains: Readonly<Record<string, { chain: number; tape: number; pitch: number }>> = {
  '#3': { chain: 4.5, tape: 27, pitch: 1.9 },
  '#5': { chain: 6, tape: 32, pitch: 2.5 },
  '#8': { chain: 7.5, tape: 36, pitch: 3.2 },
  '#10': { chain: 9.5, tape: 40, pitch: 3.9 },
}

/** A closed zipper from above: the slider at the top stops on the left, the bottom stop on the right. */
export function drawZipper({ chain, tape, pitch }: (typeof chains)[string]): Drawing {
  const middle = tape / 2
  const sliderX = round(7 + 1.2 * chain)
  const endLength = round(8 + chain * 0.5)
  const gap = round(chain * 0.4)
  return {
    width: STRIP_LENGTH_MM,
    height: tape,
    reduction: 1,
    shapes: (
      <>
        {drawTape(`M0 0H${STRIP_LENGTH_MM}V${tape}H0V${middle + gap}L${sliderX} ${middle}L0 ${middle - gap}z`)}
        <g
          transform={`translate(${sliderX} ${round(middle - chain / 2)})scale(${round(pitch / TEETH_WIDTH)} ${chain})`}
        >
          <use href="#chain" />
        </g>
        <use href="#slider" transform={`translate(${sliderX} ${middle})scale(${chain})`} />
      </>
    ),
    end: (
      <>
        {drawTape(`M${-endLength} 0H0V${tape}H${-endLength}z`)}
        <path d={`M${-endLength} ${middle}H0`} stroke="#0008" strokeWidth=".4" />
        <use href="#stop" transform={`translate(${-endLength} ${middle})scale(${chain})`} />
      </>
    ),
    measures: { chain, tape },
  }
}

const drawTape = (path: string) => (
  <>
    <path d={path} fill={paints.shade} />
    <path d={path} fill="url(#weave)" />
    <path d={path} fill="url(#tape)" />
  </>
)

const drawMetal = (path: string) => (
  <g fillRule="evenodd">
    <path d={path} fill="var(--slider,var(--finish))" />
    <path d={path} fill="url(#metal)" stroke="#0008" strokeWidth=".03" />
  </g>
)

const lineInk = { fill: 'none', stroke: '#0006', strokeWidth: '.04' }
const lightInk = { fill: 'none', stroke: '#fff9', strokeWidth: '.05', strokeLinecap: 'round' } as const

/** The distance between the teeth of one side, in units of the width of the chain. */
const TEETH_WIDTH = 0.42

/**
 * The parts that the zippers of all sizes share, in units of the width of the chain. The teeth of the two tapes mesh:
 * the two sides are offset by half a pitch.
 */
export const ZipperParts = () => (
  <>
    <pattern id="teeth" width={TEETH_WIDTH} height="1" patternUnits="userSpaceOnUse" strokeLinecap="round">
      <path d="M.105 .09V.53" stroke={paints.finish} strokeWidth=".195" />
      <path d="M.315 .91V.47" stroke={paints.finish} strokeWidth=".195" />
      <path d="M.16 .1V.53M.37 .47V.9" stroke="#0006" strokeWidth=".07" />
      <path d="M.08 .11V.5M.29 .5V.89" stroke="#fff9" strokeWidth=".045" />
    </pattern>
    <linearGradient id="metal" x2="0" y2="1">
      <stop stopColor="#fff3" />
      <stop offset=".13" stopColor="#fffb" />
      <stop offset=".3" stopColor="#fff3" />
      <stop offset=".52" stopColor="#0001" />
      <stop offset=".85" stopColor="#0007" />
      <stop offset="1" stopColor="#fff2" />
    </linearGradient>
    {/* The woven edges of both tapes, and the seams beside the chain. */}
    <linearGradient id="tape" x2="0" y2=".5" spreadMethod="reflect">
      {[0.05, 0.7].map((offset) => (
        <Fragment key={offset}>
          <stop offset={offset} stopColor="#fff0" />
          <stop offset={offset} stopColor="#fff6" />
          <stop offset={offset + 0.02} stopColor="#0006" />
          <stop offset={offset + 0.04} stopColor="#0000" />
        </Fragment>
      ))}
    </linearGradient>
    <g id="chain">
      <path d="M1-.16H80V1.16H1z" fill="#0005" />
      <path d="M1 0H80V1H1z" fill="var(--tooth,var(--finish))" />
      <path d="M1 0H80V1H1z" fill="#000b" />
      <path d="M1 0H80V1H1z" fill="var(--teeth,url(#teeth))" />
    </g>
    <g id="stop">
      <path d={bottomStop} transform="translate(.06 .1)" fill="#0006" />
      {drawMetal(bottomStop)}
      <path d="M-.08-.5V.5M.12-.5V.5" {...lineInk} />
    </g>
    <g id="slider">
      {drawMetal(topStops)}
      <path d={body} transform="translate(.07 .13)" fill="#0006" />
      {drawMetal(body)}
      <path d="M.3-.36Q.46 0 .3.36" {...lineInk} />
      <path d="M.34-.72Q.5-.86 .75-.84" {...lightInk} />
      <path d={tab} transform="translate(.06 .14)" fillRule="evenodd" fill="#0006" />
      <circle cx="4.46" r=".27" fill="#0008" />
      {drawMetal(tab)}
      <path d="M2.2-.16C3-.15 3.5-.4 4.15-.43M1.16-.33H1.6" {...lightInk} />
      <path d={bridge} transform="translate(.03 .1)" fill="#0006" />
      {drawMetal(bridge)}
    </g>
  </>
)

/**
 * The teeth of the other types of zipper, in the shade of the tape: the loops of a coil with their seams, the folded
 * tapes that hide an invisible chain, and moulded blocks. Style sheets choose one through `--teeth`.
 */
export const OtherTeeth = () => (
  <>
    <pattern id="coil" width=".2" height="1" patternUnits="userSpaceOnUse" fill="none" strokeLinecap="round">
      <path d="M.05.54.1.1M.15.46.2.9M-.05.46 0 .9" stroke={paints.shade} strokeWidth=".15" />
      <path d="M.11.46.15.12M.01.54.05.86M0 .33H.2M0 .75H.2" stroke="#0007" strokeWidth=".03" />
      <path d="M.02.52.07.1M.12.48.17.88M0 .29H.2M0 .71H.2" stroke="#fff8" strokeWidth=".04" />
    </pattern>
    <pattern id="hidden" width="1" height="1" patternUnits="userSpaceOnUse">
      <path d="M0 0H1V1H0z" fill={paints.shade} />
      <path d="M0 0H1V.5H0z" fill="url(#metal)" opacity=".4" />
      <path d="M0 .5H1V1H0z" fill="url(#metal)" opacity=".4" />
      <path d="M0 .5H1" stroke="#000b" strokeWidth=".05" />
    </pattern>
    <pattern id="moulded" width=".5" height="1" patternUnits="userSpaceOnUse">
      <path
        d="M0 .03H.29V.38L.23.57H.06L0 .38zM.25.97H.54V.62L.48.43H.31L.25.62zM-.25.97H.04V.62L-.02.43z"
        fill={paints.shade}
      />
      <path d="M.04.07H.25M.04.12V.37L.09.52M.29.63V.92M.34.47H.45" fill="none" stroke="#fff8" strokeWidth=".04" />
      <path d="M.27.08V.38L.215.55M.02.63V.95M.52.63V.95" fill="none" stroke="#0007" strokeWidth=".04" />
    </pattern>
  </>
)

/** The pattern of the teeth of a type, by its English name. Metal teeth and unknown types have none. */
export const findTeeth = (kind: string): string | undefined =>
  (
    [
      [/coil/i, 'coil'],
      [/invisible/i, 'hidden'],
      [/plastic/i, 'moulded'],
    ] as const
  ).find(([pattern]) => pattern.test(kind))?.[1]

const topStops = 'M-.5-.48H-.16V-.1H-.5zM-.5.1H-.16V.48H-.5z'
const bottomStop = 'M-.3-.5Q-.3-.58-.2-.58H.24Q.34-.58.34-.5V.5Q.34.58.24.58H-.2Q-.3.58-.3.5z'
/** The body widens to the end at which the tapes part. */
const body =
  'M.12-.6C.14-.86.38-.98.64-.96C1-.93 1.12-.74 1.5-.68L1.9-.64Q2.06-.6 2.06-.42V.42Q2.06.6 1.9.64L1.5.68C1.12.74 1 .93.64.96C.38.98.14.86.12.6Q-.1 0 .12-.6z'
/** The pull tab: an eye around the bridge, a narrow neck and a wide end with a hole. */
const tab =
  'M1-.26Q1-.44 1.2-.44H1.6C1.95-.44 2-.27 2.4-.26C3.1-.25 3.5-.53 4.2-.56C4.8-.56 5.1-.32 5.1 0C5.1.32 4.8.56 4.2.56C3.5.53 3.1.25 2.4.26C2 .27 1.95.44 1.6.44H1.2Q1 .44 1 .26zM1.22-.22V.22H1.6Q1.74.22 1.74 0Q1.74-.22 1.6-.22zM4.2 0a.26.26 0 1 0 .52 0a.26.26 0 1 0-.52 0z'
const bridge = 'M.55-.17H1.36Q1.56-.17 1.56 0Q1.56.17 1.36.17H.55Q.38.17.38 0Q.38-.17.55-.17z'
