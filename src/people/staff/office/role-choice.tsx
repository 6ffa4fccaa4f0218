import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { StaffRole } from './team-contract.ts'

/** Lets the user choose a role, or the owner, who may do everything. */
export function RoleChoice({
  roles,
  defaultValue,
  error,
}: {
  roles: readonly StaffRole[]
  defaultValue: number | null
  error?: string | undefined
}) {
  const translator = useTranslator()
  return (
    <SelectField label={translator.t('team.role')} name="staff_role" defaultValue={defaultValue ?? ''} error={error}>
      {roles.map((role) => (
        <option key={role.id} value={role.id}>
          {pickLocalizedName(translator.language, role)}
        </option>
      ))}
      <option value="">{translator.t('team.owner')}</option>
    </SelectField>
  )
}
