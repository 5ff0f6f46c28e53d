/* jittest. */
#include "base/output_file.h"
#include "harness/cli.h"

int main(int count, char **words) {
    output_file_spare_streams();
    return cli_main(count, words);
}
