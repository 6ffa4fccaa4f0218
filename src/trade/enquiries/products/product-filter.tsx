import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { href, inLanguage } from '#routes/public.ts'
import type { FilterChoices } from '../contract.ts'
import { enquiryLimits, productCategories, type ProductCategory } from '../limits.ts'
import { categoryLabels } from './category-labels.ts'

/** The filters of the product list, with the names of the query parameters and of the API. */
export interface Filter {
  search?: string | undefined
  category?: ProductCategory | undefined
  certificate?: string | undefined
  material?: string | undefined
  finish?: string | undefined
}

export const filterParamNames = ['search', 'category', 'certificate', 'material', 'finish'] as const

/** Reads the filters in the query string. Empty fields of the form and unknown categories filter nothing. */
export function parseFilter(query: URLSearchParams): Filter {
  const [search, category, certificate, material, finish] = filterParamNames.map(
    (name) => query.get(name)?.trim() || undefined,
  )
  return { search, category: productCategories.find((name) => name === category), certificate, material, finish }
}

export const hasFilter = (filter: Filter): boolean => Object.values(filter).some((value) => value !== undefined)

/** A plain form that leads to the product list with filters in the address, with or without scripts. */
export function ProductFilter({
  filter,
  choices: { categories, certificates, materials, finishes },
  errors,
}: {
  filter: Filter
  choices: FilterChoices
  errors: FieldErrors | null
}) {
  const { t, language } = useTranslator()
  const select = (
    name: 'category' | 'certificate' | 'material' | 'finish',
    label: string,
    options: readonly { value: string; name: string }[],
    minCount = 2,
  ) =>
    (options.length >= minCount || filter[name]) && (
      <SelectField label={label} name={name} defaultValue={filter[name] ?? ''} error={errors?.[name]?.[0]}>
        <option value="">{t('products.any')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </SelectField>
    )
  return (
    <search className="no-print">
      <form action={inLanguage(href('products'), language)}>
        <TextField
          label={t('products.search')}
          name="search"
          type="search"
          enterKeyHint="search"
          maxLength={enquiryLimits.search}
          defaultValue={filter.search}
          error={errors?.['search']?.[0]}
        />
        {select(
          'category',
          t('products.category'),
          categories.map((value) => ({ value, name: t(categoryLabels[value]) })),
        )}
        {select('certificate', t('products.certificate'), certificates, 1)}
        {select('material', t('products.material'), materials)}
        {select('finish', t('products.finish'), finishes)}
        <p className="row-5">
          <Button type="submit" variant="secondary">
            {t('products.submit')}
          </Button>
          {hasFilter(filter) && (
            <ButtonLink variant="quiet" to={href('products')}>
              {t('products.clear')}
            </ButtonLink>
          )}
        </p>
      </form>
    </search>
  )
}
