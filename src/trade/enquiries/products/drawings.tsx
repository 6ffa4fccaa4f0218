import type { ReactNode } from 'react'

/**
 * A drawing of one size in millimetres. Shapes in `currentColor` take the colour of the chosen shade (`base`) or of the
 * chosen finish (`metal`). `overlay` keeps its colours.
 */
export interface Drawing {
  width: number
  height: number
  /** How many times smaller than the actual size it is drawn. */
  reduction: number
  base?: ReactNode
  metal?: ReactNode
  overlay?: ReactNode
  /** The measurements that the name of the size does not include. */
  measures: { chain?: number; tape?: number; diameter?: number; ticket?: number; thickness?: number; drawn?: number[] }
}

/** Draws a size by its English name, such as "#5", "24L" or "10–50 mm". Null if the name gives no measurement. */
export function drawSize(slug: string, size: string): Drawing | null {
  const find = (pattern: RegExp) => pattern.exec(size)?.slice(1).map(Number) as [number, number] | undefined
  const chain = chains[size]
  if (chain) return drawChain(chain)
  const ligne = find(/^(\d+)L$/)
  if (ligne) return drawButton(ligne[0] * LIGNE)
  const tex = find(/^Tex (\d+)$/)
  if (tex) return drawThread(tex[0])
  const count = find(/^(\d+)\/(\d)$/)
  if (count) return drawThread((590.5 / count[0]) * count[1])
  const flute = flutes[size]
  if (flute) return drawFlute(flute)
  const area = find(/(\d{1,4}) × (\d{1,4}) mm/)
  if (area) return slug === 'poly-bag' ? drawBag(...area) : drawTag(...area)
  const centimetres = find(/(\d{1,4})–(\d{1,4}) cm/)
  if (centimetres) return drawHanger(centimetres[1] * 10)
  const range = find(/(\d{1,4})–(\d{1,4}) mm/)
  if (range) return drawBands(slug, listWidths(...range), true)
  const width = find(/(\d{1,4}) mm/)
  if (width) return slug === 'label' ? drawLabel(width[0]) : drawBands(slug, [width[0]], false)
  return null
}

/** One ligne in millimetres: forty make one inch. */
const LIGNE = 0.635

/** Wider than any column of the page. Strips are cut off at its edge. */
const STRIP = 320

/** The widths of the closed chain and of the two tapes together, and the distance between teeth of one side. */
const chains: Readonly<Record<string, { chain: number; tape: number; pitch: number }>> = {
  '#3': { chain: 4.5, tape: 27, pitch: 1.9 },
  '#5': { chain: 6, tape: 32, pitch: 2.5 },
  '#8': { chain: 7.5, tape: 36, pitch: 3.2 },
  '#10': { chain: 9.5, tape: 40, pitch: 3.9 },
}

/** A closed chain. The teeth of the two tapes mesh: each side stands half a pitch beside the other. */
function drawChain({ chain, tape, pitch }: (typeof chains)[string]): Drawing {
  const middle = tape / 2
  const half = chain / 2
  const dash = (y: number, thickness: number, share: number, offset = 0) => (
    <path
      d={`M0 ${round(y)}H${STRIP}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={round(thickness)}
      strokeDasharray={`${round(pitch * share)} ${round(pitch * (1 - share))}`}
      strokeDashoffset={round((pitch * share) / 2 - offset)}
    />
  )
  /** The teeth of one side: legs that clamp the tape, a neck, and a head between the heads of the other side. */
  const teeth = (side: 1 | -1) => {
    const offset = side === 1 ? 0 : pitch / 2
    return (
      <>
        {dash(middle - side * half * 0.78, half * 0.44, 0.74, offset)}
        {dash(middle - side * half * 0.34, half * 0.6, 0.36, offset)}
        {dash(middle + side * half * 0.1, half * 0.36, 0.46, offset)}
      </>
    )
  }
  return {
    width: STRIP,
    height: tape,
    reduction: 1,
    base: <rect width={STRIP} height={tape} fill="currentColor" />,
    metal: (
      <>
        {teeth(1)}
        {teeth(-1)}
      </>
    ),
    overlay: (
      <>
        <rect width={STRIP} height={round(middle - half)} fill="url(#weave)" />
        <rect y={round(middle + half)} width={STRIP} height={round(middle - half)} fill="url(#weave)" />
        {/* The cords under the teeth, and the light along the legs. */}
        <path
          d={`M0 ${round(middle - half - 0.5)}H${STRIP}M0 ${round(middle + half + 0.5)}H${STRIP}`}
          stroke="#000"
          strokeOpacity=".22"
          strokeWidth=".9"
        />
        <path
          d={`M0 ${round(middle - half * 0.92)}H${STRIP}M0 ${round(middle + half * 0.64)}H${STRIP}`}
          stroke="#fff"
          strokeOpacity=".4"
          strokeWidth={round(half * 0.1)}
        />
      </>
    ),
    measures: { chain, tape },
  }
}

/** A button with four holes. The holes are open. */
function drawButton(diameter: number): Drawing {
  const radius = diameter / 2
  const hole = 0.55 + diameter * 0.035
  const gap = 0.7 + diameter * 0.06
  const circle = (x: number, y: number, r: number) =>
    `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`
  const holes = [-gap, gap].flatMap((x) => [-gap, gap].map((y) => circle(radius + x, radius + y, hole))).join('')
  return {
    width: diameter,
    height: diameter,
    reduction: 1,
    base: <path d={circle(radius, radius, radius) + holes} fill="currentColor" fillRule="evenodd" />,
    overlay: (
      <>
        <path d={circle(radius, radius, radius) + holes} fill="url(#dome)" fillRule="evenodd" />
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

/** Five threads side by side. The diameter follows from the linear density, at 0.9 g/cm³. */
function drawThread(tex: number): Drawing {
  const diameter = 2 * Math.sqrt(tex / 900 / Math.PI)
  const lines = [2, 4, 6, 8, 10].map((y) => `M0 ${y}H${STRIP}`).join('')
  const ticket = tickets.find(([density]) => Math.abs(density - tex) < 1)?.[1]
  return {
    width: STRIP,
    height: 12,
    reduction: 1,
    base: <path d={lines} stroke="currentColor" strokeWidth={round(diameter)} />,
    overlay: (
      <path
        d={lines}
        stroke="#000"
        strokeOpacity=".3"
        strokeWidth={round(diameter)}
        strokeDasharray=".18 .42"
        fill="none"
      />
    ),
    measures: { diameter: round(diameter), ...(ticket && { ticket }) },
  }
}

/** The usual ticket numbers of synthetic thread by Tex. */
const tickets = [
  [18, 180],
  [27, 120],
  [40, 75],
  [60, 50],
  [105, 30],
] as const

/** The waves of corrugated board: the height and the length of each, in millimetres. */
const flutes: Readonly<Record<string, readonly (readonly [height: number, length: number])[]>> = {
  'E flute': [[1.1, 3.4]],
  'B flute': [[2.5, 6.4]],
  'C flute': [[3.6, 7.8]],
  'BC flute': [
    [2.5, 6.4],
    [3.6, 7.8],
  ],
}

/** The cut edge of a board: waves between liners. */
function drawFlute(waves: (typeof flutes)[string]): Drawing {
  const LINER = 0.25
  let top = 1
  const parts = waves.map(([height, length]) => {
    const middle = top + LINER + height / 2
    const count = Math.ceil((STRIP / length) * 2)
    const path =
      `M0 ${round(top + LINER / 2)}H${STRIP}M0 ${round(middle)}q${length / 4} ${-height} ${length / 2} 0` +
      `t${length / 2} 0`.repeat(count)
    top += height + LINER
    return path
  })
  const thickness = top + LINER - 1
  return {
    width: STRIP,
    height: round(thickness + 2),
    reduction: 1,
    overlay: (
      <path
        d={`${parts.join('')}M0 ${round(top + LINER / 2)}H${STRIP}`}
        fill="none"
        stroke="#9a6f3f"
        strokeWidth={LINER}
      />
    ),
    measures: { thickness: round(thickness) },
  }
}

/** A tag with rounded corners and an eyelet. */
function drawTag(width: number, height: number): Drawing {
  return {
    width,
    height,
    reduction: 1,
    overlay: (
      <>
        <rect
          x=".2"
          y=".2"
          width={width - 0.4}
          height={height - 0.4}
          rx="2"
          fill="#f4ead6"
          stroke="#b9a884"
          strokeWidth=".3"
        />
        <circle cx={width / 2} cy="8" r="3" fill="#b8903c" />
        <circle cx={width / 2} cy="8" r="1.6" fill="#fffdf9" />
        <path d={`M8 ${height - 16}H${width - 8}M8 ${height - 12}H${width - 14}`} stroke="#8a7c60" strokeWidth=".5" />
      </>
    ),
    measures: {},
  }
}

const drawBag = (width: number, height: number): Drawing => ({
  width: width / 4,
  height: height / 4,
  reduction: 4,
  overlay: (
    <>
      <rect
        x=".2"
        y=".2"
        width={width / 4 - 0.4}
        height={height / 4 - 0.4}
        fill="#e6efee"
        stroke="#7f9a99"
        strokeWidth=".3"
      />
      <path d={`M0 10H${width / 4}`} stroke="#7f9a99" strokeWidth=".3" strokeDasharray="1.5 1" />
      <path d={`M6 ${height / 4 - 4}L14 16`} stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  measures: {},
})

/** A hanger by the width of its shoulders. */
function drawHanger(width: number): Drawing {
  const [half, w] = [width / 8, width / 4]
  const shoulder = `M${half - 0.1} 22h.1c4 0 6 3 10 6l${half - 15} 17c4 3 3 8-2 8Q${half * 1.5} 44 ${half} 43h-.1z`
  return {
    width: w,
    height: 58,
    reduction: 4,
    base: (
      <g fill="currentColor">
        <path d={shoulder} />
        <path d={shoulder} transform={`translate(${w}) scale(-1 1)`} />
      </g>
    ),
    overlay: (
      <path
        d={`M${half} 23v-6c0-4 6-4 6-10a6.5 6.5 0 0 0-13 0`}
        fill="none"
        stroke="#9b9c97"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
    ),
    measures: { drawn: [width] },
  }
}

/** A woven label with its edges and its text. */
const drawLabel = (width: number): Drawing => ({
  width,
  height: 22,
  reduction: 1,
  base: <rect width={width} height="22" fill="currentColor" />,
  overlay: (
    <>
      <rect width={width} height="22" fill="url(#weave)" />
      <path
        d={`M${round(width * 0.2)} 9H${round(width * 0.8)}M${round(width * 0.3)} 13H${round(width * 0.7)}`}
        stroke="#a88847"
        strokeWidth="1.2"
      />
      <path
        d={`M0 2H${width}M0 20H${width}`}
        stroke="#a88847"
        strokeOpacity=".5"
        strokeWidth=".3"
        strokeDasharray="1 .6"
      />
    </>
  ),
  measures: {},
})

/** Bands of the given widths below each other: ribbon, elastic or lace. */
function drawBands(slug: string, widths: number[], isRange: boolean): Drawing {
  const GAP = 3
  const tops = widths.map((_, index) => widths.slice(0, index).reduce((top, width) => top + width + GAP, 0))
  const base = widths.map((width, index) => (
    <path key={width} d={slug === 'lace' ? scallop(tops[index]!, width) : `M0 ${tops[index]}h${STRIP}v${width}H0z`} />
  ))
  const texture = slug === 'ribbon' ? 'satin' : slug === 'elastic' ? 'rib' : slug === 'lace' ? 'mesh' : 'weave'
  return {
    width: STRIP,
    height: tops.at(-1)! + widths.at(-1)!,
    reduction: 1,
    base: <g fill="currentColor">{base}</g>,
    overlay: widths.map((width, index) => (
      <g key={width} fill={`url(#${texture})`}>
        {slug === 'ribbon' ? <rect y={tops[index]} width={STRIP} height={width} /> : base[index]}
      </g>
    )),
    measures: isRange ? { drawn: widths } : {},
  }
}

/** A band with a straight upper edge and a scalloped lower edge. */
function scallop(top: number, width: number): string {
  const arc = Math.min(10, Math.max(4, width / 3))
  const depth = round(arc / 2.5)
  const arcs = `q${round(-arc / 2)} ${depth * 2} ${round(-arc)} 0`.repeat(Math.ceil(STRIP / arc))
  return `M0 ${top}h${STRIP}v${round(width - depth)}${arcs}z`
}

/** The smallest width of a range, and a larger one that still fits on a phone. */
function listWidths(from: number, to: number): number[] {
  const larger = [40, 30, 25, 20, 15, 12].find((width) => width > from && width <= to)
  return larger ? [from, larger] : [from]
}

const round = (millimetres: number): number => Number(millimetres.toFixed(2))

/** The textures that the drawings share. */
export const Textures = () => (
  <svg width="0" height="0" aria-hidden="true">
    <defs>
      <pattern id="weave" width="1.2" height="1.2" patternUnits="userSpaceOnUse">
        <path d="M0 0l.6.6L0 1.2M1.2 0L.6.6l.6.6" fill="none" stroke="#000" strokeOpacity=".16" strokeWidth=".16" />
        <path d="M.3 0l.6.6-.6.6" fill="none" stroke="#fff" strokeOpacity=".25" strokeWidth=".12" />
      </pattern>
      <pattern id="rib" width="1.4" height="2" patternUnits="userSpaceOnUse">
        <path d="M.3 0v2" stroke="#000" strokeOpacity=".16" strokeWidth=".3" />
        <path d="M.9 0v2" stroke="#fff" strokeOpacity=".35" strokeWidth=".25" />
      </pattern>
      <pattern id="mesh" width="2" height="2" patternUnits="userSpaceOnUse">
        <circle cx=".5" cy=".5" r=".42" fill="#000" fillOpacity=".2" />
        <circle cx="1.5" cy="1.5" r=".42" fill="#000" fillOpacity=".2" />
        <path d="M0 1h2" stroke="#fff" strokeOpacity=".3" strokeWidth=".1" />
      </pattern>
      <linearGradient id="satin" x2="0" y2="1">
        <stop stopColor="#000" stopOpacity=".22" />
        <stop offset=".12" stopColor="#fff" stopOpacity=".1" />
        <stop offset=".4" stopColor="#fff" stopOpacity=".45" />
        <stop offset=".75" stopColor="#000" stopOpacity=".06" />
        <stop offset="1" stopColor="#000" stopOpacity=".26" />
      </linearGradient>
      <radialGradient id="dome" cx=".35" cy=".3" r=".8">
        <stop stopColor="#fff" stopOpacity=".6" />
        <stop offset=".5" stopColor="#fff" stopOpacity="0" />
        <stop offset="1" stopColor="#000" stopOpacity=".35" />
      </radialGradient>
    </defs>
  </svg>
)
