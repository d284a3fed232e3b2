import { createContext, type ReactNode } from 'react'

/**
 * The message about a refusal shows this text about the access of the person. The layout of the pages provides this
 * text.
 */
export const AccessHelpContext = createContext<ReactNode>(null)
