import type { Handlers } from '#platform/http/handlers.ts'
import { validateVatRates, saveVatRates, loadVatRates } from '../vat-rates.ts'
import type { vatContract } from './vat-contract.ts'

export const vatHandlers = {
  getVatRates: loadVatRates,
  saveVatRates: {
    validate: validateVatRates,
    async execute(db, ctx, form) {
      await saveVatRates(db, ctx, form)
      return loadVatRates(db, ctx)
    },
  },
} satisfies Handlers<typeof vatContract>
