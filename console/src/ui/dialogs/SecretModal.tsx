import { lazyComponent } from '../lazy-component.tsx'

/**
 * Shows a secret once. The dialog of the form that requested the secret has already loaded this script, so a lost
 * connection cannot lose the secret.
 */
export const SecretModal = lazyComponent(async () => (await import('./windows.tsx')).SecretWindow)
