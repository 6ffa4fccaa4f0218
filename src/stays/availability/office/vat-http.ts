import type { Handlers } from '#platform/http/handlers.ts'
import { validateVatRates, saveVatRates, vatRates } from '../vat-rates.ts'
import type { vatContract } from './vat-contract.ts'

export const vatHandlers = {
  getVatRates: vatRates,
  saveVatRates: {
    validate: validateVatRates,
    async act(db, ctx, form) {
      await saveVatRates(db, ctx, form)
      return vatRates(db, ctx)
    },
  },
} satisfies Handlers<typeof vatContract>
