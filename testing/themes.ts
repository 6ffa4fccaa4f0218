import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('../src/ui/tokens.css', import.meta.url), 'utf8')
const lightTokens = readTokens(css.split('@media')[0]!)

export const themes = { light: lightTokens, dark: { ...lightTokens, ...readTokens(css.split('@media')[1]!) } }

function readTokens(cssPart: string): Record<string, string> {
  return Object.fromEntries(
    [...cssPart.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

/** The contrast ratio of WCAG 2. */
export function getContrast(colour: string, otherColour: string): number {
  const [lighterLuminance, darkerLuminance] = [getLuminance(colour), getLuminance(otherColour)].toSorted(
    (a, b) => b - a,
  )
  return (lighterLuminance! + 0.05) / (darkerLuminance! + 0.05)
}

function getLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
