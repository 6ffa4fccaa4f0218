import { useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import type { ChosenPackage } from '../../packages/chosen-package.ts'

/** The package that the guest books. If the guest clears the checkbox, the room is booked without the package. */
export function PackageField({
  stayPackage: { slug, name, nights, extras },
  error,
}: {
  stayPackage: ChosenPackage
  error: string | undefined
}) {
  const { t, count } = useTranslator()
  return (
    <CheckField
      label={
        name ? t('booking.package_book', { name, nights: count('rooms.for_nights', nights) }) : t('booking.package')
      }
      name="package"
      value={slug}
      defaultChecked
      aria-invalid={error ? true : undefined}
      hint={
        error ? (
          <span className="error">{error}</span>
        ) : (
          [extras && t('booking.package_with', { extras }), t('booking.package_hint')].join(' ')
        )
      }
    />
  )
}
