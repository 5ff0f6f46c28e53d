/* Big-endian numbers in bytes, as class files and code have them. The caller checks the bounds. */
#ifndef CLASSFILE_BYTES_H
#define CLASSFILE_BYTES_H

#include <stdint.h>

static inline uint16_t read_u16(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] << 8 | bytes[1]);
}
static inline uint32_t read_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}
static inline int8_t read_s8(const uint8_t *bytes) { return (int8_t)bytes[0]; }
static inline int16_t read_s16(const uint8_t *bytes) { return (int16_t)read_u16(bytes); }
static inline int32_t read_s32(const uint8_t *bytes) { return (int32_t)read_u32(bytes); }

static inline void write_u16(uint8_t *bytes, uint16_t value) {
    bytes[0] = (uint8_t)(value >> 8);
    bytes[1] = (uint8_t)value;
}
static inline void write_u32(uint8_t *bytes, uint32_t value) {
    write_u16(bytes, (uint16_t)(value >> 16));
    write_u16(bytes + 2, (uint16_t)value);
}

#endif
