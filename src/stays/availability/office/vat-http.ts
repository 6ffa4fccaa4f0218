import type { Handlers } from '#platform/http/handlers.ts'
import { judgeVatRates, saveVatRates, vatRates } from '../vat-rates.ts'
import type { vatContract } from './vat-contract.ts'

export const vatHandlers = {
  getVatRates: vatRates,
  saveVatRates: {
    judge: judgeVatRates,
    async act(db, asker, form) {
      await saveVatRates(db, asker, form)
      return vatRates(db, asker)
    },
  },
} satisfies Handlers<typeof vatContract>
