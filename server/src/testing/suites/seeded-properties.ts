import * as fc from 'fast-check'

// Runs before each test file: every property draws the same values in every run. `PROPERTY_SEED=2` draws others; a
// failure prints its seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_120) })
