import { grantablePermissions, type Grant } from '#schema/permissions.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { getGrantKey } from '#ui/office/describe-changes.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage } from '#ui/office/record-page.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { StaffRole, TeamApi } from './team-contract.ts'
import styles from './team-page.module.css'

const newRole: StaffRole = { id: 0, name_en: '', name_bn: null, grants: [], version: 0 }

/** Edits the permissions of a role. ID 0 creates a new role. */
export const rolePage: Page<TeamApi, StaffRole> = {
  async load({ api, route }) {
    const id = Number(route.params['id'])
    return id === 0 ? newRole : api.getStaffRole({ id })
  },
  head: (role, translator) => ({
    title: role.id === 0 ? translator.t('role.new') : pickLocalizedName(translator.language, role),
    hidden: true,
  }),
  View: RoleView,
}

function RoleView({ data }: { data: StaffRole }) {
  const translator = useTranslator()
  const { t } = translator
  const { language } = useRoute()
  const api = useApi<TeamApi>()
  const edit = useEdit(data, {
    async save(role) {
      const savedRole = await api.saveStaffRole(role)
      if (role.id === 0) setTimeout(() => navigate(officeHref('role', savedRole.id), language, 'replace'))
      return savedRole
    },
    load: () => api.getStaffRole({ id: data.id }),
    draft: `role ${data.id}`,
  })
  const toggleGrant = (grant: Grant, isGranted: boolean) =>
    edit.set({
      grants: grantablePermissions.filter((each) => (each === grant ? isGranted : edit.row.grants.includes(each))),
    })
  return (
    <RecordPage
      back={{ to: officePages.team, label: t('team.title') }}
      about={t('role.title')}
      title={data.id === 0 ? t('role.new') : pickLocalizedName(translator.language, data)}
      state={null}
    >
      <EditForm
        edit={edit}
        labels={{ name_en: t('role.name'), name_bn: t('role.name'), grants: t('role.grants') }}
        actions={data.id !== 0 && <RemoveRole id={data.id} />}
      >
        <BilingualField edit={edit} en="name_en" bn="name_bn" label={t('role.name')} maxLength={60} />
        <fieldset className={styles.grants}>
          <legend>{t('role.grants')}</legend>
          {grantablePermissions.map((grant) => (
            <label className="beside-3" key={grant}>
              <input
                type="checkbox"
                checked={edit.row.grants.includes(grant)}
                onChange={({ currentTarget }) => toggleGrant(grant, currentTarget.checked)}
              />
              {t(getGrantKey(grant))}
            </label>
          ))}
        </fieldset>
      </EditForm>
    </RecordPage>
  )
}

function RemoveRole({ id }: { id: number }) {
  const { t, language } = useTranslator()
  const api = useApi<TeamApi>()
  const toast = useToast()
  const { run, isBusy, failure } = useAction(t('edit.offline'))
  const removeRole = () =>
    run(async () => {
      const { message } = await api.removeStaffRole({ id })
      toast(message)
      navigate(officePages.team, language, 'replace')
    })
  return (
    <>
      <Button variant="quiet" isBusy={isBusy} onClick={() => void removeRole()}>
        {t('role.remove')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}
