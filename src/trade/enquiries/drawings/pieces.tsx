import { paints, round, type Drawing } from './drawing.ts'

/** A tag with rounded corners and an eyelet. */
export function drawTag(width: number, height: number): Drawing {
  return {
    width,
    height,
    reduction: 1,
    shapes: (
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

export const drawBag = (width: number, height: number): Drawing => ({
  width: width / 4,
  height: height / 4,
  reduction: 4,
  shapes: (
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
export function drawHanger(width: number): Drawing {
  const [middle, drawnWidth] = [width / 8, width / 4]
  const shoulder = `M${middle - 0.1} 22h.1c4 0 6 3 10 6l${middle - 15} 17c4 3 3 8-2 8Q${middle * 1.5} 44 ${middle} 43h-.1z`
  return {
    width: drawnWidth,
    height: 58,
    reduction: 4,
    shapes: (
      <>
        {[paints.shade, 'url(#satin)'].map((fill) => (
          <g key={fill} fill={fill}>
            <path d={shoulder} />
            <path d={shoulder} transform={`translate(${drawnWidth}) scale(-1 1)`} />
          </g>
        ))}
        <path
          d={`M${middle} 23v-6c0-4 6-4 6-10a6.5 6.5 0 0 0-13 0`}
          fill="none"
          stroke="#9b9c97"
          strokeWidth="1.3"
          strokeLinecap="round"
        />
      </>
    ),
    measures: { drawn: [width] },
  }
}

/** A woven label with its edges and its text. */
export const drawLabel = (width: number): Drawing => ({
  width,
  height: 22,
  reduction: 1,
  shapes: (
    <>
      <rect width={width} height="22" fill={paints.shade} />
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
    shapes: (
      <>
        <path d={drawCircle(radius, radius, radius) + holes} fill={paints.shade} fillRule="evenodd" />
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
