import { paints, round, STRIP_LENGTH_MM, type Drawing } from './drawing.ts'

/** Five threads side by side. The diameter follows from the linear density, at 0.9 g/cm³. */
export function drawThread(tex: number): Drawing {
  const diameter = 2 * Math.sqrt(tex / 900 / Math.PI)
  const lines = [2, 4, 6, 8, 10].map((y) => `M0 ${y}H${STRIP_LENGTH_MM}`).join('')
  const ticketNumber = ticketNumbers.find(([density]) => Math.abs(density - tex) < 1)?.[1]
  return {
    width: STRIP_LENGTH_MM,
    height: 12,
    reduction: 1,
    shapes: (
      <g fill="none" strokeWidth={round(diameter)}>
        <path d={lines} stroke={paints.shade} />
        <path d={lines} stroke="#000" strokeOpacity=".3" strokeDasharray=".18 .42" />
      </g>
    ),
    measures: { diameter: round(diameter), ...(ticketNumber && { ticket: ticketNumber }) },
  }
}

/** The usual ticket numbers of synthetic thread by Tex. */
const ticketNumbers = [
  [18, 180],
  [27, 120],
  [40, 75],
  [60, 50],
  [105, 30],
] as const

/** The waves of corrugated board: the height and the length of each, in millimetres. */
export const flutes: Readonly<Record<string, readonly (readonly [height: number, length: number])[]>> = {
  'E flute': [[1.1, 3.4]],
  'B flute': [[2.5, 6.4]],
  'C flute': [[3.6, 7.8]],
  'BC flute': [
    [2.5, 6.4],
    [3.6, 7.8],
  ],
}

/** The cut edge of a board: waves between liners. */
export function drawFlute(waves: (typeof flutes)[string]): Drawing {
  const LINER_MM = 0.25
  let top = 1
  const layerPaths = waves.map(([height, length]) => {
    const middle = top + LINER_MM + height / 2
    const count = Math.ceil((STRIP_LENGTH_MM / length) * 2)
    const path =
      `M0 ${round(top + LINER_MM / 2)}H${STRIP_LENGTH_MM}M0 ${round(middle)}q${length / 4} ${-height} ${length / 2} 0` +
      `t${length / 2} 0`.repeat(count)
    top += height + LINER_MM
    return path
  })
  const thickness = top + LINER_MM - 1
  return {
    width: STRIP_LENGTH_MM,
    height: round(thickness + 2),
    reduction: 1,
    shapes: (
      <path
        d={`${layerPaths.join('')}M0 ${round(top + LINER_MM / 2)}H${STRIP_LENGTH_MM}`}
        fill="none"
        stroke="#9a6f3f"
        strokeWidth={LINER_MM}
      />
    ),
    measures: { thickness: round(thickness) },
  }
}

/** Bands of the given widths below each other: ribbon, elastic or lace. */
export function drawBands(slug: string, widths: number[], isRange: boolean): Drawing {
  const GAP_MM = 3
  const tops = widths.map((_, index) => widths.slice(0, index).reduce((top, width) => top + width + GAP_MM, 0))
  const bands = widths.map((width, index) => (
    <path
      key={width}
      d={slug === 'lace' ? drawScallop(tops[index]!, width) : `M0 ${tops[index]}h${STRIP_LENGTH_MM}v${width}H0z`}
    />
  ))
  const texture = slug === 'ribbon' ? 'satin' : slug === 'elastic' ? 'rib' : slug === 'lace' ? 'mesh' : 'weave'
  return {
    width: STRIP_LENGTH_MM,
    height: tops.at(-1)! + widths.at(-1)!,
    reduction: 1,
    shapes: (
      <>
        <g fill={paints.shade}>{bands}</g>
        {widths.map((width, index) => (
          <g key={width} fill={`url(#${texture})`}>
            {slug === 'ribbon' ? <rect y={tops[index]} width={STRIP_LENGTH_MM} height={width} /> : bands[index]}
          </g>
        ))}
        {slug === 'lace' && <g fill="url(#bloom)">{bands}</g>}
      </>
    ),
    measures: isRange ? { drawn: widths } : {},
  }
}

/** A band with a straight upper edge and a scalloped lower edge. */
function drawScallop(top: number, width: number): string {
  const arcWidth = Math.min(10, Math.max(4, width / 3))
  const depth = round(arcWidth / 2.5)
  const arcs = `q${round(-arcWidth / 2)} ${depth * 2} ${round(-arcWidth)} 0`.repeat(
    Math.ceil(STRIP_LENGTH_MM / arcWidth),
  )
  return `M0 ${top}h${STRIP_LENGTH_MM}v${round(width - depth)}${arcs}z`
}
