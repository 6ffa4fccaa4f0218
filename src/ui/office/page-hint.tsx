import { createContext, useContext, type ReactNode } from 'react'

const PageHintContext = createContext<ReactNode>(null)

/** Provides the hint of the current page, which the page shows below its title. */
export const PageHintProvider = PageHintContext.Provider

export const PageHint = () => useContext(PageHintContext)
