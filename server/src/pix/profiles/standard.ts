import type { ProfileData } from './profile.ts'

/** The Central Bank's API Pix 2.9, without deviations. */
export const standard: ProfileData = { name: 'standard', title: 'API Pix 2.9' }
