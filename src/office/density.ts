import { getStorage, saveToStorage } from '#platform/storage.ts'

/** The height of rows and controls. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const STORAGE_KEY = 'office-density'

/** Returns the density that this browser remembers. */
export const readDensity = (): Density =>
  densities.find((density) => density === getStorage('localStorage')?.getItem(STORAGE_KEY)) ?? 'comfortable'

/** Sets the attribute that the styles of the office read. The root has it before anything is rendered. */
export function applyDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
}

export function applyAndSaveDensity(density: Density): void {
  applyDensity(density)
  saveToStorage('localStorage', STORAGE_KEY, density)
}
