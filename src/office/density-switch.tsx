import { useId, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { densities, readDensity, applyAndSaveDensity, type Density } from './density.ts'
import styles from './density-switch.module.css'

/** The choice between comfortable and compact rows. This browser remembers it. */
export function DensitySwitch() {
  const { t } = useTranslator()
  const name = useId()
  const [chosenDensity, setChosenDensity] = useState(readDensity)
  function choose(density: Density) {
    setChosenDensity(density)
    applyAndSaveDensity(density)
  }
  return (
    <fieldset className={styles.switch}>
      <legend>{t('office.density')}</legend>
      {densities.map((density) => (
        <label key={density} className={styles.option}>
          <input type="radio" name={name} checked={chosenDensity === density} onChange={() => choose(density)} />
          {t(`office.density_${density}`)}
        </label>
      ))}
    </fieldset>
  )
}
