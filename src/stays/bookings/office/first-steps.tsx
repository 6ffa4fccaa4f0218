import { useTranslator } from '#platform/pages/page.tsx'
import { useDesk, type Desk } from '#ui/office/desk.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { Empty, Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { firstSteps, type FirstStep } from './steps.ts'

/** The setup steps while nothing can be booked yet, as far as the user may do them. */
export function FirstSteps({ begun }: { begun: readonly FirstStep[] }) {
  const { t } = useTranslator()
  const { may } = useDesk()
  return (
    <>
      <Empty title={t('office.begin_title')}>
        <p>{t('office.begin_text')}</p>
      </Empty>
      <Rows
        rows={firstSteps
          .filter((step) => may(stepTargets[step].may))
          .map((step) => ({
            path: stepTargets[step].path,
            title: t(`office.begin_${step}`),
            about: t(`office.begin_${step}_text`),
            chip: begun.includes(step) && <Chip tone="over">{t('office.begun')}</Chip>,
          }))}
      />
    </>
  )
}

const stepTargets: Record<FirstStep, { path: string; may: Parameters<Desk['may']>[0] }> = {
  company: { path: officePages.settings, may: 'change settings' },
  room: { path: officeHref('room', 'new'), may: 'change rooms' },
  units: { path: officePages.rooms, may: 'change rooms' },
  goods: { path: officePages.products, may: 'write content' },
  texts: { path: officePages.texts, may: 'write content' },
  team: { path: officePages.team, may: 'manage staff' },
}
