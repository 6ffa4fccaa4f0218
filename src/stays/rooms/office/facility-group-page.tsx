import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { useAction } from '#ui/use-action.ts'
import { officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { FacilityGroup, RoomsOfficeApi } from './contract.ts'
import styles from './facilities-page.module.css'
import { useFacilityList, useGroupEdit, type FacilityLine, type FacilityList } from './use-facility-group.ts'

/** The page of a facility group, which is saved with all its facilities. */
export const facilityGroupPage: Page<RoomsOfficeApi, FacilityGroup> = {
  load: ({ api, route }) => api.getFacilityGroup({ id: route.params['id'] === 'new' ? 0 : readRecordId(route) }),
  head: (group, { t, language }) => ({
    title: pickLocalizedName(language, group) || t('facility.new_title'),
    hidden: true,
  }),
  View: GroupView,
}

function GroupView({ data: group }: { data: FacilityGroup }) {
  const { t, language } = useTranslator()
  const edit = useGroupEdit(group)
  const list = useFacilityList(group, edit)
  const name = t('facility.name')
  return (
    <RecordPage
      back={{ to: officePages.facilities, label: t('facility.back') }}
      about={t('facility.group')}
      title={pickLocalizedName(language, group) || t('facility.new_title')}
      state={null}
      aside={group.id > 0 && <History subject={`facilities ${group.id}`} version={group.version} />}
    >
      <EditForm
        edit={edit}
        labels={{
          name_en: t('edit.in_english', { label: name }),
          name_bn: t('edit.in_bangla', { label: name }),
          facilities: t('facility.parts'),
        }}
        formatField={(field, value) =>
          field === 'facilities'
            ? (value as FacilityLine[]).map((line) => pickLocalizedName(language, line)).join(', ')
            : undefined
        }
      >
        <BilingualField edit={edit} en="name_en" bn="name_bn" label={name} maxLength={80} />
        <RecordSection title={t('facility.parts')}>
          <Facilities list={list} error={edit.error} />
        </RecordSection>
      </EditForm>
      <RemovalDialog list={list} />
      {group.id > 0 && <RemoveGroup group={group} />}
    </RecordPage>
  )
}

type FieldError = (field: string) => string | undefined

function Facilities({ list, error }: { list: FacilityList; error: FieldError }) {
  const { t } = useTranslator()
  const { container, lines } = list
  return (
    <div ref={container} className="stack-3">
      {error('facilities') && <p className="error">{error('facilities')}</p>}
      {lines.length > 0 && (
        <SortableList
          items={lines}
          keyOf={({ key }) => key}
          nameOf={list.nameOf}
          onReorder={list.order}
          label={t('facility.parts')}
        >
          {(line, index) => <FacilityFields list={list} line={line} index={index} error={error} />}
        </SortableList>
      )}
      <div>
        <Button variant="secondary" data-adds="" onClick={list.add}>
          {t('facility.add')}
        </Button>
      </div>
    </div>
  )
}

function FacilityFields({
  list,
  line,
  index,
  error,
}: {
  list: FacilityList
  line: FacilityLine
  index: number
  error: FieldError
}) {
  const { t, count } = useTranslator()
  const label = t('facility.each', { place: index + 1 })
  const roomCount = list.roomsOf(line).length
  return (
    <div className="stack-1">
      <div className={styles.pair}>
        <TextField
          label={t('edit.in_english', { label })}
          lang="en"
          name={`facilities.${index}.name_en`}
          maxLength={80}
          value={line.name_en}
          error={error(`facilities.${index}.name_en`)}
          onChange={({ currentTarget }) => list.change(line, { name_en: currentTarget.value })}
        />
        <TextField
          label={t('edit.in_bangla', { label })}
          lang="bn"
          name={`facilities.${index}.name_bn`}
          maxLength={80}
          value={line.name_bn}
          error={error(`facilities.${index}.name_bn`)}
          hint={line.name_en && !line.name_bn ? t('edit.untranslated') : undefined}
          onChange={({ currentTarget }) => list.change(line, { name_bn: currentTarget.value })}
        />
      </div>
      <p className={styles.foot}>
        {roomCount > 0 && <span>{count('facility.rooms', roomCount)}</span>}
        <Button
          variant="quiet"
          aria-label={t('facility.remove', { name: list.nameOf(line) })}
          onClick={() => list.remove(line)}
        >
          {t('facility.remove_submit')}
        </Button>
      </p>
    </div>
  )
}

/** Asks before a facility is removed from rooms that have it. */
function RemovalDialog({ list }: { list: FacilityList }) {
  const { t } = useTranslator()
  const { pendingRemoval: line } = list
  return (
    <Dialog
      open={line !== null}
      title={t('facility.remove_title', { name: line ? list.nameOf(line) : '' })}
      tone="warning"
      onClose={list.cancelRemoval}
    >
      {line && (
        <>
          <p>{t('facility.remove_text', { rooms: list.roomsOf(line).join(', ') })}</p>
          <div className={styles.choice}>
            <Button onClick={list.confirmRemoval}>{t('facility.remove_submit')}</Button>
            <Button variant="secondary" onClick={list.cancelRemoval}>
              {t('facility.remove_keep')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function RemoveGroup({ group }: { group: FacilityGroup }) {
  const { t, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const { run, failure } = useAction(t('edit.offline'))
  const remove = () =>
    run(async () => {
      await api.removeFacilityGroup({ id: group.id, version: group.version })
      navigate(officePages.facilities, language, 'replace')
    })
  return (
    <RecordSection title={t('facility.remove_group')}>
      {group.facilities.length > 0 ? (
        <p>{t('facility.not_empty')}</p>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => void remove()}>
            {t('facility.remove_group')}
          </Button>
        </div>
      )}
      {failure && <Failure>{failure}</Failure>}
    </RecordSection>
  )
}
