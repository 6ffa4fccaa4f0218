import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import type { Translator } from '#locales/translator.ts'
import type { StaffRole } from './team-contract.ts'

export const roleLabel = (
  { name_en, name_bn }: Pick<StaffRole, 'name_en' | 'name_bn'>,
  { language }: Translator,
): string => (language === 'bn' && name_bn) || name_en

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
          {roleLabel(role, translator)}
        </option>
      ))}
      <option value="">{translator.t('team.owner')}</option>
    </SelectField>
  )
}
