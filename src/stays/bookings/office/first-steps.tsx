import { useTranslator } from '#platform/pages/page.tsx'
import { useOffice, type OfficeContext } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { firstSteps, type FirstStep } from './steps.ts'

/** Shows the setup steps that the user is permitted to do, until rooms can be booked. */
export function FirstSteps({ completedSteps }: { completedSteps: readonly FirstStep[] }) {
  const { t } = useTranslator()
  const { can } = useOffice()
  return (
    <>
      <EmptyListMessage title={t('office.begin_title')} text={t('office.begin_text')} />
      <Rows
        rows={firstSteps
          .filter((step) => can(stepTargets[step].permission))
          .map((step) => ({
            path: stepTargets[step].path,
            title: t(`office.begin_${step}`),
            about: t(`office.begin_${step}_text`),
            chip: completedSteps.includes(step) && <Chip tone="over">{t('office.step_done')}</Chip>,
          }))}
      />
    </>
  )
}

const stepTargets: Record<FirstStep, { path: string; permission: Parameters<OfficeContext['can']>[0] }> = {
  company: { path: officePages.settings, permission: 'change settings' },
  room: { path: officeHref('room', 'new'), permission: 'change rooms' },
  units: { path: officePages.rooms, permission: 'change rooms' },
  goods: { path: officePages.products, permission: 'write content' },
  texts: { path: officePages.texts, permission: 'write content' },
  team: { path: officePages.team, permission: 'manage staff' },
}
