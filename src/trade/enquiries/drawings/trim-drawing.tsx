import type { ReactNode } from 'react'
import { drawButton, drawHanger, drawLabel } from './pieces.tsx'
import { drawBands } from './strips.tsx'
import { paints } from './drawing.ts'
import { chains, drawZipper } from './zipper.tsx'

/** A small drawing of a trim in the chosen shade. Other products are a piece of cloth. It needs `ZipperParts`. */
export function TrimDrawing({ slug, className }: { slug: string; className: string | undefined }) {
  const { width, height, shapes } = trims[slug] ?? cloth
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={slug in trims ? undefined : 'xMidYMid slice'}
    >
      {shapes}
    </svg>
  )
}

interface Trim {
  width: number
  height: number
  shapes: ReactNode
}

/** A cone of thread: the wound thread with its crossing turns, on a paper cone. */
const cone: Trim = {
  width: 60,
  height: 46,
  shapes: (
    <>
      <path d="M26 2h8l1 6H25zM17 42h26l1 3H16z" fill="#cdb68f" />
      <path d="M24 7h12l8 35H16z" fill={paints.shade} />
      <path d="M24 7h12l8 35H16z" fill="url(#round)" />
      <path
        d="M23 12l15 4M22 17l17 4M21 22l19 5M19 28l23 5M18 34l25 5M37 12l-15 4M38 17l-17 4M40 22l-20 5M41 28l-23 5M42 34l-25 5"
        stroke="#000"
        strokeOpacity=".16"
        strokeWidth=".5"
      />
    </>
  ),
}

const cloth: Trim = {
  width: 40,
  height: 30,
  shapes: (
    <>
      <path d="M0 0h40v30H0z" fill={paints.shade} />
      <path d="M0 0h40v30H0z" fill="url(#weave)" />
    </>
  ),
}

/** Places a drawing in the middle of a wider field. */
const place = (field: [width: number, height: number], transform: string, shapes: ReactNode): Trim => ({
  width: field[0],
  height: field[1],
  shapes: <g transform={transform}>{shapes}</g>,
})

const trims: Readonly<Record<string, Trim>> = {
  zipper: place([60, 46], 'translate(4 7)', drawZipper(chains['#5']!).shapes),
  button: place([60, 46], 'translate(12.5 5.5)scale(1.72)', drawButton(20.32).shapes),
  elastic: place([60, 46], 'translate(-4 10)', drawBands('elastic', [26], false).shapes),
  thread: cone,
  lace: place([60, 46], 'translate(-4 9)', drawBands('lace', [30], false).shapes),
  ribbon: place([60, 46], 'translate(-4 12)', drawBands('ribbon', [22], false).shapes),
  label: place([60, 46], 'translate(8 7)scale(1.45)', drawLabel(30).shapes),
  hanger: place([60, 46], 'translate(3 1)scale(.51)', drawHanger(420).shapes),
}
