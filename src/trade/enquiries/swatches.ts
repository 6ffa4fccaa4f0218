import type { Choices } from './choices.ts'
import { listProductShades } from './colour-card/card-shades.ts'
import type { Language } from '#routes/public.ts'

/** The screen colours of common finishes and shades, by their English names in lower case. */
const colours: Readonly<Record<string, string>> = {
  gold: '#cfa449',
  'light gold': '#dcc27c',
  'rose gold': '#c98f74',
  brass: '#b8903c',
  'antique brass': '#82683a',
  copper: '#b06b3f',
  'antique copper': '#7c4c33',
  nickel: '#b9bab4',
  'antique nickel': '#8f8f89',
  silver: '#c9cbcb',
  'antique silver': '#8a8b89',
  gunmetal: '#4b4f54',
  'matt black': '#26282a',
  black: '#232426',
  'black tape': '#232426',
  'black ground': '#232426',
  white: '#f7f5f0',
  'white tape': '#f7f5f0',
  'white ground': '#f7f5f0',
  ecru: '#e6d9bf',
  ivory: '#f1e9d8',
  clear: '#dfe9e8',
  natural: '#d9c29a',
  kraft: '#c19a66',
}

/** Returns the screen colours of the options in their order, and shades of the colour card if the product has any. */
export const listSwatches = (choices: Choices, language: Language, requestedCode: string | undefined) => ({
  finishes: choices.finishes.map(({ value }) => colours[value.toLowerCase()] ?? null),
  shades: choices.shades.map(({ value }) => colours[value.toLowerCase()] ?? null),
  card: choices.shades.length > 0 ? listProductShades(language, requestedCode) : [],
})
