import type { ReactNode } from 'react'

/** The textures of the drawings. */
const textures = {
  weave: (
    <pattern key="weave" id="weave" width="1.2" height="1.2" patternUnits="userSpaceOnUse" fill="none">
      <path d="M0 0l.6.6L0 1.2M1.2 0L.6.6l.6.6" stroke="#0003" strokeWidth=".16" />
      <path d="M.3 0l.6.6-.6.6" stroke="#fff4" strokeWidth=".12" />
    </pattern>
  ),
  rib: (
    <pattern key="rib" id="rib" width="1.4" height="2" patternUnits="userSpaceOnUse">
      <path d="M.3 0v2" stroke="#0003" strokeWidth=".3" />
      <path d="M.9 0v2" stroke="#fff6" strokeWidth=".25" />
    </pattern>
  ),
  mesh: (
    <pattern key="mesh" id="mesh" width="2" height="2" patternUnits="userSpaceOnUse">
      <path
        d="M.08.5a.42.42 0 0 1 .84 0 .42.42 0 0 1-.84 0M1.08 1.5a.42.42 0 0 1 .84 0 .42.42 0 0 1-.84 0"
        fill="#0004"
      />
      <path d="M0 1h2" stroke="#fff5" strokeWidth=".1" />
    </pattern>
  ),
  bloom: (
    <pattern key="bloom" id="bloom" width="10" height="10" patternUnits="userSpaceOnUse">
      <path d="M0 9.4q2.5-2 5 0t5 0" fill="none" stroke="#fff6" strokeWidth=".5" />
      <path
        d="M5 1.85a1.15 1.15 0 1 0 .01 0zM6.9 3.23a1.15 1.15 0 1 0 .01 0zM6.2 5.47a1.15 1.15 0 1 0 .01 0zM3.8 5.47a1.15 1.15 0 1 0 .01 0zM3.1 3.23a1.15 1.15 0 1 0 .01 0z"
        fill="#fff5"
        stroke="#0003"
        strokeWidth=".2"
      />
      <circle cx="5" cy="5" r=".7" fill="#0006" />
    </pattern>
  ),
  satin: (
    <linearGradient key="satin" id="satin" x2="0" y2="1">
      <stop stopColor="#0004" />
      <stop offset=".12" stopColor="#fff2" />
      <stop offset=".4" stopColor="#fff7" />
      <stop offset=".75" stopColor="#0001" />
      <stop offset="1" stopColor="#0004" />
    </linearGradient>
  ),
  round: (
    <linearGradient key="round" id="round">
      <stop stopColor="#0006" />
      <stop offset=".3" stopColor="#fff5" />
      <stop offset=".55" stopColor="#fff0" />
      <stop offset="1" stopColor="#0006" />
    </linearGradient>
  ),
  dome: (
    <radialGradient key="dome" id="dome" cx=".35" cy=".3" r=".8">
      <stop stopColor="#fff9" />
      <stop offset=".5" stopColor="#fff0" />
      <stop offset="1" stopColor="#0006" />
    </radialGradient>
  ),
}
type TextureName = keyof typeof textures

const textureNamesBySlug: Readonly<Record<string, readonly TextureName[]>> = {
  zipper: ['weave'],
  button: ['dome'],
  elastic: ['rib'],
  lace: ['mesh', 'bloom'],
  ribbon: ['satin'],
  thread: ['round'],
  hanger: ['satin'],
}

/** The textures that the drawings of a product share, or those of all trims. `children` are further definitions. */
export const Textures = ({ slug, children }: { slug?: string; children?: ReactNode }) => (
  <svg width="0" height="0" aria-hidden="true" className="visually-hidden">
    <defs>
      {slug ? (textureNamesBySlug[slug] ?? ['weave']).map((name) => textures[name]) : Object.values(textures)}
      {children}
    </defs>
  </svg>
)

/** A paint of one colour for the style sheets, because the security policy allows no style attributes. */
export const Paint = ({ id, colour }: { id: string; colour: string }) => (
  <linearGradient id={id} gradientUnits="userSpaceOnUse">
    <stop stopColor={colour} />
  </linearGradient>
)
