import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { FilesConfig, S3Credentials } from '../kernel/settings/files-config.ts'
import { ConfigError } from '../kernel/settings/parse-variables.ts'
import { ClamdScanner } from './clamd-scanner.ts'
import { registerStore } from './register-store.ts'
import type { Scanner } from './scanner.ts'
import { FolderStore } from './stores/folder-store.ts'
import type { ObjectStore } from './stores/object-store.ts'

/** The file store and the virus scanner. Each process creates them once. */
export interface FileTools {
  /**
   * Returns the store with the files of this database.
   * @throws ConfigError: the configured folder cannot be created, or contains no files of this database.
   */
  store(ctx: Context): Promise<ObjectStore>
  /** The virus scanner; undefined if none is configured. */
  readonly scanner: Scanner | undefined
  close(): void
}

/** A context with the tools for files. */
export interface WithFiles {
  readonly files: FileTools
}

/** Creates the tools. The store is opened at its first use. */
export function makeFileTools(
  { store, clamd }: FilesConfig,
  credentials: S3Credentials | undefined,
): FileTools {
  let opened: Promise<ObjectStore> | undefined
  let bucket: { close(): void } | undefined
  const open = async (ctx: Context): Promise<ObjectStore> => {
    if (store.kind === 'folder') return openFolder(ctx, store.folder)
    const { S3Store } = await import('./stores/s3-store.ts')
    const { kind: _, ...location } = store
    const opening = new S3Store({ ...location, credentials }, await registerStore(ctx))
    bucket = opening
    return opening
  }
  return {
    store(ctx) {
      opened ??= open(ctx).catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return opened
    },
    scanner: clamd && new ClamdScanner(clamd),
    close: () => bucket?.close(),
  }
}

/**
 * Opens the subfolder that contains the files of this database. The first process creates this subfolder. A later
 * process refuses a folder without this subfolder: the two processes would store files in different folders.
 */
async function openFolder(ctx: Context, folder: string): Promise<ObjectStore> {
  const pathOf = (storeId: string): string => join(resolve(folder), storeId)
  const storeId = await registerStore(ctx, async (newId) => {
    await mkdir(pathOf(newId), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new ConfigError(
        `DISPUTE_FILES_DIR: the service cannot create a subfolder in ${folder}: ${messageOf(error)}`,
      )
    })
  })
  const found = await stat(pathOf(storeId)).catch(() => undefined)
  if (found?.isDirectory()) return new FolderStore(pathOf(storeId))
  throw new ConfigError(
    [
      `DISPUTE_FILES_DIR: the folder ${folder} does not contain the files of this database (subfolder ${storeId}).`,
      'If several machines run the service, mount the same folder on all of them, or set DISPUTE_FILES_S3_BUCKET.',
      'If the folder was lost, restore its backup. To continue without the files, create the empty subfolder.',
    ].join('\n'),
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const RETRY_AFTER_SECONDS = 5

/**
 * Runs `work` with the store. If the store fails, logs the reason.
 * @throws Problem service_unavailable, reason `file_store_unavailable`.
 */
export async function withStore<T>(
  ctx: Context & WithFiles,
  work: (store: ObjectStore) => Promise<T>,
): Promise<T> {
  const store = await ctx.files.store(ctx).catch((error: unknown) => {
    if (error instanceof ConfigError) return unavailable(ctx, error)
    throw error
  })
  try {
    return await work(store)
  } catch (error) {
    return unavailable(ctx, error)
  }
}

function unavailable({ log, correlationId }: Context, error: unknown): never {
  // Log only the message, because the complete error of the SDK contains the request.
  log.error({ correlation_id: correlationId, error: messageOf(error) }, 'the file store failed')
  throw new Problem('service_unavailable', {
    reason: 'file_store_unavailable',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
