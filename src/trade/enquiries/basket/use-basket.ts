import { useSyncExternalStore } from 'react'
import { readBasket, subscribeToBasket, type Line } from './basket.ts'

/** Returns the enquiry basket of this browser, which all tabs share. Null until the page is hydrated. */
export const useBasket = () => useSyncExternalStore<readonly Line[] | null>(subscribeToBasket, readBasket, () => null)
