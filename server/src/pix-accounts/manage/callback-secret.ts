import type { Context } from '../../kernel/context.ts'

const CALLBACK_SECRET_BYTES = 32

/** Returns a new secret for the path of a callback URL. */
export const newCallbackSecret = ({ ids }: Context): string =>
  ids.bytes(CALLBACK_SECRET_BYTES).toString('base64url')
