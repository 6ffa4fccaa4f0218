import { useWords } from '../../platform/pages/page.tsx'
import { useDesk, type Desk } from '../../ui/office/desk.ts'
import { Empty, Rows } from '../../ui/office/list.tsx'
import { officeHref, officePages } from '../../urls-office.ts'

/** What is to be done in a house in which nothing can be booked yet, by whoever may do it. */
export function FirstSteps() {
  const { t } = useWords()
  const { may } = useDesk()
  return (
    <>
      <Empty title={t('office.begin_title')}>
        <p>{t('office.begin_text')}</p>
      </Empty>
      <Rows
        rows={steps
          .filter((step) => may(step.may))
          .map(({ name, path }) => ({ path, title: t(`office.begin_${name}`), about: t(`office.begin_${name}_text`) }))}
      />
    </>
  )
}

const steps = [
  { name: 'company', path: officePages.settings, may: 'change settings' },
  { name: 'room', path: officeHref('room', 'new'), may: 'change rooms' },
  { name: 'units', path: officePages.rooms, may: 'change rooms' },
  { name: 'goods', path: officePages.products, may: 'write content' },
  { name: 'texts', path: officePages.texts, may: 'write content' },
  { name: 'team', path: officePages.team, may: 'manage staff' },
] as const satisfies readonly { name: string; path: string; may: Parameters<Desk['may']>[0] }[]
