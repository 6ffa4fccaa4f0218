import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import type { Edit } from '#ui/office/edit/use-edit.ts'
import { quantityUnits, type QuantityUnit } from '../limits.ts'
import styles from './product-page.module.css'
import type { ProductDraft } from './product-draft.ts'

/** The units of a product. The first unit is the default. */
export function Units({ edit }: { edit: Edit<ProductDraft> }) {
  const { t } = useTranslator()
  const chosenUnits = edit.row.units
  const unitNames = useUnitNames()
  const error = edit.error('units')
  return (
    <>
      <fieldset className={styles.units}>
        <legend>{t('catalogue.units')}</legend>
        <ul className="row-5" role="list">
          {quantityUnits.map((unit) => (
            <li key={unit}>
              <label className="beside-2">
                <input
                  type="checkbox"
                  name={`unit-${unit}`}
                  checked={chosenUnits.includes(unit)}
                  onChange={({ currentTarget }) =>
                    edit.set({
                      units: currentTarget.checked
                        ? [...chosenUnits, unit]
                        : chosenUnits.filter((other) => other !== unit),
                    })
                  }
                />
                {unitNames[unit]}
              </label>
            </li>
          ))}
        </ul>
        {error && <p className={styles.error}>{error}</p>}
      </fieldset>
      {chosenUnits.length > 1 && (
        <SelectField
          label={t('catalogue.default_unit')}
          hint={t('catalogue.default_unit_hint')}
          name="usual"
          value={chosenUnits[0]}
          onChange={({ currentTarget }) => {
            const defaultUnit = currentTarget.value as QuantityUnit
            edit.set({ units: [defaultUnit, ...chosenUnits.filter((other) => other !== defaultUnit)] })
          }}
        >
          {chosenUnits.map((unit) => (
            <option key={unit} value={unit}>
              {unitNames[unit]}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

export function useUnitNames(): Record<QuantityUnit, string> {
  const { t } = useTranslator()
  return {
    piece: t('catalogue.unit_piece'),
    gross: t('catalogue.unit_gross'),
    metre: t('catalogue.unit_metre'),
    cone: t('catalogue.unit_cone'),
  }
}
