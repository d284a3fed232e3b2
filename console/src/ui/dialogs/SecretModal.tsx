import { lazyComponent } from '../lazy-component.tsx'

/**
 * Shows a secret once. The form's dialog has loaded the same script before it requested the secret, so the secret can
 * be shown even offline.
 */
export const SecretModal = lazyComponent(async () => (await import('./windows.tsx')).SecretWindow)
