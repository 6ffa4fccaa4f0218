import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import type { Edit } from '#ui/office/edit/use-edit.ts'
import { quantityUnits } from '../limits.ts'
import type { ProductDraft } from './product-draft.ts'
import { useUnitNames } from './units.tsx'

/** The smallest order in a unit of the product, and the lead time in days. */
export function OrderingFacts({ edit }: { edit: Edit<ProductDraft> }) {
  const { t } = useTranslator()
  const unitNames = useUnitNames()
  const { row } = edit
  const renderNumberField = (name: 'minimum_quantity' | 'lead_from_days' | 'lead_to_days') => (
    <NumberField
      label={t(`catalogue.${name}`)}
      name={name}
      value={row[name]}
      error={edit.error(name)}
      onValueChange={(value) => edit.set({ [name]: value })}
    />
  )
  return (
    <>
      <div className="pair">
        {renderNumberField('minimum_quantity')}
        <SelectField
          label={t('catalogue.minimum_unit')}
          name="minimum_unit"
          value={row.minimum_unit ?? row.units[0]}
          error={edit.error('minimum_unit')}
          onChange={({ currentTarget }) =>
            edit.set({ minimum_unit: quantityUnits.find((unit) => unit === currentTarget.value) ?? null })
          }
        >
          {row.units.map((unit) => (
            <option key={unit} value={unit}>
              {unitNames[unit]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="pair">
        {renderNumberField('lead_from_days')}
        {renderNumberField('lead_to_days')}
      </div>
    </>
  )
}
