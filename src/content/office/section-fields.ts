import type { PageMessageKey } from '#locales/translator.ts'
import type { SectionName } from '../settings-shapes.ts'

/** One form field of the settings. `both` is a text in English and Bangla. */
export interface SettingField {
  kind: 'both' | 'text' | 'number' | 'day' | 'flag' | 'language' | 'zone'
  name: string
  label: PageMessageKey
  hint?: PageMessageKey
  rows?: number
  inputMode?: 'email' | 'tel' | 'url'
}

export interface FieldGroup {
  title: PageMessageKey
  hint?: PageMessageKey
  /** A nested list groups short fields side by side. */
  fields: readonly (SettingField | readonly SettingField[])[]
}

export type SectionWithFields = Exclude<SectionName, 'emails' | 'register'>

/** The field groups of each settings page. */
export const fieldGroups: Record<Exclude<SectionWithFields, 'menus'>, readonly FieldGroup[]> = {
  company: [
    {
      title: 'settings.names',
      fields: [
        { kind: 'both', name: 'name', label: 'settings.name', hint: 'settings.name_hint' },
        { kind: 'both', name: 'short_name', label: 'settings.short_name', hint: 'settings.short_name_hint' },
        { kind: 'both', name: 'house_name', label: 'settings.house_name', hint: 'settings.house_name_hint' },
        { kind: 'both', name: 'tagline', label: 'settings.tagline', hint: 'settings.tagline_hint' },
        {
          kind: 'both',
          name: 'description',
          label: 'settings.description',
          hint: 'settings.description_hint',
          rows: 4,
        },
        { kind: 'number', name: 'founding_year', label: 'settings.founding_year', hint: 'settings.founding_year_hint' },
      ],
    },
    {
      title: 'settings.legal',
      hint: 'settings.optional',
      fields: [
        { kind: 'both', name: 'legal_name', label: 'settings.legal_name', hint: 'settings.legal_name_hint' },
        { kind: 'both', name: 'responsible', label: 'settings.responsible', hint: 'settings.responsible_hint' },
        [
          { kind: 'text', name: 'registration', label: 'settings.registration' },
          { kind: 'text', name: 'trade_licence', label: 'settings.trade_licence' },
          { kind: 'text', name: 'tax_number', label: 'settings.tax_number' },
        ],
      ],
    },
    {
      title: 'settings.key_figures',
      hint: 'settings.key_figures_hint',
      fields: [
        [
          { kind: 'number', name: 'on_time_percent', label: 'settings.on_time_percent' },
          { kind: 'number', name: 'sample_days', label: 'settings.sample_days' },
          { kind: 'number', name: 'approval_rounds', label: 'settings.approval_rounds' },
        ],
        { kind: 'both', name: 'capacity', label: 'settings.capacity', hint: 'settings.capacity_hint' },
      ],
    },
    {
      title: 'settings.languages',
      fields: [{ kind: 'language', name: 'language', label: 'settings.language', hint: 'settings.language_hint' }],
    },
  ],
  contact: [
    {
      title: 'settings.contact_details',
      fields: [
        {
          kind: 'text',
          name: 'telephone',
          label: 'settings.telephone',
          hint: 'settings.telephone_hint',
          inputMode: 'tel',
        },
        { kind: 'text', name: 'email', label: 'settings.email', hint: 'settings.email_hint', inputMode: 'email' },
        {
          kind: 'text',
          name: 'whats_app',
          label: 'settings.whats_app',
          hint: 'settings.whats_app_hint',
          inputMode: 'tel',
        },
        {
          kind: 'both',
          name: 'opening_hours',
          label: 'settings.opening_hours',
          hint: 'settings.opening_hours_hint',
        },
      ],
    },
    {
      title: 'settings.where',
      fields: [
        { kind: 'both', name: 'address', label: 'settings.address', hint: 'settings.address_hint', rows: 2 },
        {
          kind: 'text',
          name: 'map_embed_url',
          label: 'settings.map_embed_url',
          hint: 'settings.map_embed_url_hint',
          inputMode: 'url',
        },
        {
          kind: 'text',
          name: 'map_link_url',
          label: 'settings.map_link_url',
          hint: 'settings.map_link_url_hint',
          inputMode: 'url',
        },
        [
          { kind: 'number', name: 'lat', label: 'settings.lat', hint: 'settings.lat_hint' },
          { kind: 'number', name: 'lon', label: 'settings.lon', hint: 'settings.lon_hint' },
        ],
      ],
    },
  ],
  stays: [
    {
      title: 'settings.hours',
      fields: [
        [
          { kind: 'text', name: 'check_in_from', label: 'settings.check_in_from', hint: 'settings.check_in_from_hint' },
          {
            kind: 'text',
            name: 'check_out_until',
            label: 'settings.check_out_until',
            hint: 'settings.check_out_until_hint',
          },
        ],
        { kind: 'zone', name: 'time_zone', label: 'settings.time_zone', hint: 'settings.time_zone_hint' },
      ],
    },
    {
      title: 'settings.booking',
      fields: [
        [
          { kind: 'number', name: 'max_nights', label: 'settings.max_nights', hint: 'settings.max_nights_hint' },
          { kind: 'number', name: 'horizon_days', label: 'settings.horizon_days', hint: 'settings.horizon_days_hint' },
        ],
        {
          kind: 'flag',
          name: 'needs_approval',
          label: 'settings.needs_approval',
          hint: 'settings.needs_approval_hint',
        },
      ],
    },
    {
      title: 'settings.holds',
      fields: [
        [
          { kind: 'number', name: 'proof_hours', label: 'settings.proof_hours', hint: 'settings.proof_hours_hint' },
          { kind: 'number', name: 'answer_hours', label: 'settings.answer_hours', hint: 'settings.answer_hours_hint' },
          { kind: 'number', name: 'hold_minutes', label: 'settings.hold_minutes', hint: 'settings.hold_minutes_hint' },
        ],
      ],
    },
    {
      title: 'settings.day',
      fields: [{ kind: 'both', name: 'day', label: 'settings.day_moments', hint: 'settings.day_hint', rows: 4 }],
    },
  ],
  payments: [
    {
      title: 'settings.online_payment',
      fields: [
        { kind: 'flag', name: 'takes_online', label: 'settings.takes_online', hint: 'settings.takes_online_hint' },
      ],
    },
    {
      title: 'settings.refunds',
      fields: [
        {
          kind: 'flag',
          name: 'refunds_approved',
          label: 'settings.refunds_approved',
          hint: 'settings.refunds_approved_hint',
        },
        {
          kind: 'number',
          name: 'refund_limit_bdt',
          label: 'settings.refund_limit_bdt',
          hint: 'settings.refund_limit_bdt_hint',
        },
      ],
    },
    {
      title: 'settings.invoices',
      fields: [
        {
          kind: 'flag',
          name: 'invoices_once_paid',
          label: 'settings.invoices_once_paid',
          hint: 'settings.invoices_once_paid_hint',
        },
        {
          kind: 'both',
          name: 'bank_details',
          label: 'settings.bank_details',
          hint: 'settings.bank_details_hint',
          rows: 4,
        },
      ],
    },
  ],
  charges: [
    {
      title: 'settings.extras',
      fields: [
        [
          {
            kind: 'number',
            name: 'breakfast_bdt',
            label: 'settings.breakfast_bdt',
            hint: 'settings.breakfast_bdt_hint',
          },
          { kind: 'number', name: 'transfer_bdt', label: 'settings.transfer_bdt', hint: 'settings.transfer_bdt_hint' },
        ],
        [
          {
            kind: 'number',
            name: 'late_check_out_bdt',
            label: 'settings.late_check_out_bdt',
            hint: 'settings.late_check_out_bdt_hint',
          },
        ],
      ],
    },
    {
      title: 'settings.airport',
      fields: [
        [
          { kind: 'number', name: 'airport_km', label: 'settings.airport_km', hint: 'settings.airport_km_hint' },
          { kind: 'number', name: 'airport_from_minutes', label: 'settings.airport_from_minutes' },
          { kind: 'number', name: 'airport_to_minutes', label: 'settings.airport_to_minutes' },
        ],
      ],
    },
    {
      title: 'settings.exchange',
      fields: [
        [
          { kind: 'day', name: 'exchange_day', label: 'settings.exchange_day', hint: 'settings.exchange_day_hint' },
          { kind: 'number', name: 'exchange_usd', label: 'settings.exchange_usd' },
          { kind: 'number', name: 'exchange_eur', label: 'settings.exchange_eur' },
        ],
      ],
    },
  ],
}
