import './rates-random.test.ts'
