// The soak runs the same property test over thousands of seeds.
import './terms.test.ts'
