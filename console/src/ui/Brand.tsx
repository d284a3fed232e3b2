import { common } from '../lib/i18n/common.ts'
import classes from './Brand.module.css'
import { useText } from './preferences.tsx'

export function Brand({ large = false }: { large?: boolean }) {
  const t = useText()
  return (
    <span className={classes.brand} data-large={large}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0b755a" />
        <path
          d="M16 6.5 25.5 16 16 25.5 6.5 16Z"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinejoin="round"
        />
        <path d="M16 12.2 19.8 16 16 19.8 12.2 16Z" fill="#fff" />
      </svg>
      <span className={classes.name}>{t(common.product)}</span>
    </span>
  )
}
